/** Few files instead of many: React, what the start and what the dashboard share with other pages travel in one chunk each. */
import { join } from 'node:path';
import type { Rolldown } from 'vite';

interface Modules {
  getModuleInfo: (id: string) => Rolldown.ModuleInfo | null;
}

const source = join(import.meta.dirname, '../src');
const start = join(source, 'app/start.tsx');
/** Loaded by a step of its own, before anything that is drawn with it. */
const react = /\/node_modules\/(react|react-dom|scheduler)\//;
const dashboard = join(source, 'pages/Home.tsx');

/** Left to itself, the bundler cuts a file for every set of pages that share something: dozens of requests for `/`. */
export function chunkGroups() {
  let closures: { start: Set<string>; dashboard: Set<string> } | undefined;
  const name = (id: string, modules: Modules) => {
    closures ??= {
      start: neededBy(start, modules),
      dashboard: neededBy(dashboard, modules),
    };
    if (closures.start.has(id)) return 'base';
    return closures.dashboard.has(id) ? 'kit' : null;
  };
  return {
    groups: [
      { name: 'react', test: react, priority: 1 },
      { name, minShareCount: 2, debugName: 'base and kit' },
    ],
  };
}

/** What a module imports, and what that imports in turn, as long as nothing waits for a person. */
function neededBy(id: string, modules: Modules): Set<string> {
  const found = new Set([id]);
  for (const one of found) {
    for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
