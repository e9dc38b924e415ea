/** Groups modules into few chunks: React, the start, what the dashboard shares with other pages, and what loads after the page. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

interface Modules {
  getModuleInfo: (id: string) => Rolldown.ModuleInfo | null;
}

const source = join(import.meta.dirname, '../src');
const entry = join(source, 'main.tsx');
/** The dashboard itself is small; its content is loaded with it. */
const start = ['app/startup/start.tsx', 'pages/home/Home.tsx'];
/** Loaded as a separate step, before anything that uses it. */
const react = /\/node_modules\/(react|react-dom|scheduler)\//;
const weather = ['pages/home/PlaceWeather.tsx'];
const firstVisit = ['pages/home/FirstVisit.tsx'];
/** Used by the entry too. */
const loader = /vite\/preload-helper/;
/** The package's entry file lists them beside what the start needs, but only forms and lists use them. */
const notAtStart =
  /\/@tanstack\/.*\/(useMutation|mutationObserver|useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/;
/** Loaded together after the page: on a slow phone a request costs more than these few bytes (decision 0086). */
const afterLoad = {
  views: [
    'features/weather/charts/hours/HourChart.tsx',
    'features/weather/charts/hours/PanelAxes.tsx',
    'features/weather/forecast/daily/DailyView.tsx',
    'features/weather/forecast/daily/OutlookView.tsx',
    'features/weather/forecast/daily/DayParts.tsx',
    'features/weather/forecast/hourly/Today.tsx',
    'features/weather/dial/HourList.tsx',
    'features/weather/print/PrintSheet.tsx',
  ],
  lower: [
    'features/weather/sky/SkyScene.tsx',
    'features/weather/forecast/Forecast.tsx',
    'features/weather/dial/HourDial.tsx',
    'features/weather/dial/DialFace.tsx',
    'features/weather/insights/Insights.tsx',
    'features/weather/air/AirCard.tsx',
    'features/weather/details/Details.tsx',
    'features/weather/places/PlaceCards.tsx',
  ],
  background: [
    'app/shell/BackgroundFeatures.tsx',
    'pages/home/Announcements.tsx',
    'app/startup/sessionSync.ts',
    'platform/geolocation/machine.ts',
    'platform/webPush.ts',
  ],
};

/** What every form and every dialog needs; the modules that both need are loaded with either. */
const forms = [
  'forms/Form.tsx',
  'forms/useForm.ts',
  'ui/inputs/Checkbox.tsx',
  'ui/inputs/PasswordField.tsx',
  'ui/inputs/Switch.tsx',
];
const dialogs = ['ui/overlays/Dialog.tsx', 'ui/overlays/Drawer.tsx'];
/** What the login and the profile share; each part of it has its own set of pages. */
const signIns =
  /\/src\/features\/accounts\/(passkeys\/|providers\/|confirmation\/confirmation\.ts|secondFactor\/(FactorField\.tsx|mutations\.ts)|(EmailField|PasswordInput|PasswordForm)\.tsx)/;
/** Pages with neither: what they need is not in the chunks of the others. */
const texts = ['pages/info/About.tsx', 'pages/info/Privacy.tsx', 'pages/settings/Unsubscribe.tsx'];
/** Pages beside the dashboard: what they share with it must not be in the chunks that it loads later. */
const pages = readdirSync(join(source, 'pages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(account|info|locations|map|settings)\/[A-Z]\w+\.tsx$/.test(file))
  .map((file) => `pages/${file}`);

/** They share the charts with the dashboard, which loads them later. */
const chartPages = ['pages/accuracy/Accuracy.tsx', 'pages/air/Air.tsx'];

/** By default the bundler creates a chunk for every set of pages that share a module: dozens of requests for `/` (decision 0084). */
export function chunkGroups() {
  let closures:
    | Record<
        | 'entry'
        | 'start'
        | 'weather'
        | 'firstVisit'
        | 'forms'
        | 'dialogs'
        | 'texts'
        | 'pages'
        | 'chartPages'
        | 'views'
        | 'lower'
        | 'background',
        Set<string>
      >
    | undefined;
  const find = (modules: Modules) => {
    closures ??= {
      entry: neededBy([entry], modules),
      start: neededBy(inSource(start), modules),
      weather: neededBy(inSource(weather), modules),
      firstVisit: neededBy(inSource(firstVisit), modules),
      forms: neededBy(inSource(forms), modules),
      dialogs: neededBy(inSource(dialogs), modules),
      texts: neededBy(inSource(texts), modules),
      pages: neededBy(inSource(pages), modules),
      chartPages: neededBy(inSource(chartPages), modules),
      views: neededBy(inSource(afterLoad.views), modules),
      lower: neededBy(inSource(afterLoad.lower), modules),
      background: neededBy(inSource(afterLoad.background), modules),
    };
    return closures;
  };
  const base = (id: string, modules: Modules) => {
    const found = find(modules);
    // The entry must be able to run before the start has loaded.
    const isOfEntry = found.entry.has(id) || loader.test(id);
    return found.start.has(id) && !isOfEntry ? 'base' : null;
  };
  const kit = (id: string, modules: Modules) => (find(modules).weather.has(id) ? 'kit' : null);
  const search = (id: string, modules: Modules) => {
    const found = find(modules);
    return found.firstVisit.has(id) && !found.entry.has(id) && !loader.test(id) ? 'search' : null;
  };
  const controls = (id: string, modules: Modules) => {
    const found = find(modules);
    if (found.start.has(id) || found.weather.has(id) || found.entry.has(id)) return null;
    const [isOfForms, isOfDialogs] = [found.forms.has(id), found.dialogs.has(id)];
    if (!isOfForms && !isOfDialogs) return null;
    if (found.texts.has(id)) return 'plain';
    if (isOfForms && isOfDialogs) return 'controls';
    return isOfForms ? 'forms' : 'dialogs';
  };
  const later = (id: string, modules: Modules) => {
    const found = find(modules);
    if (found.start.has(id) || found.weather.has(id)) return null;
    const isLater = [found.lower, found.views, found.background].some((group) => group.has(id));
    if (isLater && found.pages.has(id)) return 'shared';
    if (isLater && found.chartPages.has(id)) return 'charts';
    if (found.lower.has(id)) return 'lower';
    if (found.views.has(id)) return 'views';
    return found.background.has(id) ? 'background' : null;
  };
  return {
    groups: [
      { name: 'react', test: react, priority: 4 },
      { name: base, debugName: 'base', priority: 3, includeDependenciesRecursively: false },
      { name: kit, minShareCount: 2, debugName: 'kit', priority: 2 },
      { name: search, debugName: 'search', priority: 1, includeDependenciesRecursively: false },
      { name: controls, debugName: 'controls', priority: 1, includeDependenciesRecursively: false },
      {
        name: 'sign-ins',
        test: signIns,
        minShareCount: 2,
        priority: 1,
        includeDependenciesRecursively: false,
      },
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
    for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) {
      if (!notAtStart.test(imported)) found.add(imported);
    }
  }
  return found;
}
