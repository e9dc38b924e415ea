/** Few files instead of many: React, what the start and what the dashboard share with other pages, and what comes when the page rests travel in one chunk each. */
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
/** Fetched together when the page has come to rest: asking for a file takes a slow phone longer than these few bytes. */
const atRest = {
  views: [
    'features/weather/forecast/hourly/PrintableHourChart.tsx',
    'features/weather/charts/hours/PanelAxes.tsx',
    'features/weather/forecast/daily/DailyView.tsx',
    'features/weather/forecast/daily/OutlookView.tsx',
  ],
  companion: ['app/Companion.tsx', 'pages/home/Announcements.tsx'],
};

/** Left to itself, the bundler cuts a file for every set of pages that share something: dozens of requests for `/`. */
export function chunkGroups() {
  let closures: Record<'start' | 'dashboard' | 'views' | 'companion', Set<string>> | undefined;
  const find = (modules: Modules) => {
    closures ??= {
      start: neededBy([start], modules),
      dashboard: neededBy([dashboard], modules),
      views: neededBy(inSource(atRest.views), modules),
      companion: neededBy(inSource(atRest.companion), modules),
    };
    return closures;
  };
  const shared = (id: string, modules: Modules) => {
    const found = find(modules);
    if (found.start.has(id)) return 'base';
    return found.dashboard.has(id) ? 'kit' : null;
  };
  const later = (id: string, modules: Modules) => {
    const found = find(modules);
    if (found.start.has(id) || found.dashboard.has(id)) return null;
    if (found.views.has(id)) return 'views';
    return found.companion.has(id) ? 'companion' : null;
  };
  return {
    groups: [
      { name: 'react', test: react, priority: 2 },
      { name: shared, minShareCount: 2, debugName: 'base and kit', priority: 1 },
      { name: later, debugName: 'at rest', includeDependenciesRecursively: false },
    ],
  };
}

function inSource(paths: readonly string[]): string[] {
  return paths.map((path) => join(source, path));
}

/** What a module imports, and what that imports in turn, as long as nothing waits for a person. */
function neededBy(ids: readonly string[], modules: Modules): Set<string> {
  const found = new Set(ids);
  for (const one of found) {
    for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
