/** Groups modules into few chunks: React, what the start and the dashboard share with other pages, and what loads after the page. */
import { join } from 'node:path';
import type { Rolldown } from 'vite';

interface Modules {
  getModuleInfo: (id: string) => Rolldown.ModuleInfo | null;
}

const source = join(import.meta.dirname, '../src');
const start = join(source, 'app/startup/start.tsx');
/** Loaded as a separate step, before anything that uses it. */
const react = /\/node_modules\/(react|react-dom|scheduler)\//;
const dashboard = join(source, 'pages/home/Home.tsx');
/** Loaded together after the page: on a slow phone a request costs more than these few bytes (decision 0086). */
const afterLoad = {
  views: [
    'features/weather/charts/hours/HourChart.tsx',
    'features/weather/charts/hours/PanelAxes.tsx',
    'features/weather/forecast/daily/DailyView.tsx',
    'features/weather/forecast/daily/OutlookView.tsx',
    'features/weather/forecast/daily/DayParts.tsx',
    'features/weather/forecast/hourly/Today.tsx',
    'features/weather/charts/frame/ChartTable.tsx',
    'features/weather/dial/HourList.tsx',
    'features/weather/print/PrintSheet.tsx',
  ],
  lower: [
    'features/weather/dial/DialFace.tsx',
    'features/weather/insights/Insights.tsx',
    'features/weather/details/Details.tsx',
    'features/weather/places/PlaceCards.tsx',
  ],
  background: ['app/shell/BackgroundFeatures.tsx', 'pages/home/Announcements.tsx'],
};

/** By default the bundler creates a chunk for every set of pages that share a module: dozens of requests for `/` (decision 0084). */
export function chunkGroups() {
  let closures:
    | Record<'start' | 'dashboard' | 'views' | 'lower' | 'background', Set<string>>
    | undefined;
  const find = (modules: Modules) => {
    closures ??= {
      start: neededBy([start], modules),
      dashboard: neededBy([dashboard], modules),
      views: neededBy(inSource(afterLoad.views), modules),
      lower: neededBy(inSource(afterLoad.lower), modules),
      background: neededBy(inSource(afterLoad.background), modules),
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
    if (found.lower.has(id)) return 'lower';
    if (found.views.has(id)) return 'views';
    return found.background.has(id) ? 'background' : null;
  };
  return {
    groups: [
      { name: 'react', test: react, priority: 2 },
      { name: shared, minShareCount: 2, debugName: 'base and kit', priority: 1 },
      { name: later, debugName: 'after load', includeDependenciesRecursively: false },
    ],
  };
}

function inSource(paths: readonly string[]): string[] {
  return paths.map((path) => join(source, path));
}

/** The transitive static imports of a module. */
function neededBy(ids: readonly string[], modules: Modules): Set<string> {
  const found = new Set(ids);
  for (const one of found) {
    for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
