/** The specification's table of constants: for each row the test whose expectation holds its value. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(process.cwd(), '..');
const session = 'web/src/api/session/session.http.test.ts';
const machine = 'web/src/api/session/machine.test.ts';

const locator = 'web/src/platform/geolocation/Locator.test.ts';
const native = 'web/src/platform/nativelyBridge.test.ts';

/** Row of the table, then the tests that fail when its value changes. */
const rows: Record<string, [file: string, title: string][]> = {
  'Duplicate GET window': [[session, 'row 3: an identical GET within a second']],
  'Retry queue': [
    [machine, 'row 9: twelve expired requests keep the ten newest'],
    [session, 'ten are replayed 100 ms apart'],
  ],
  'Reload cooldown': [
    [machine, 'row 18: within 30 s of the last reload'],
    [session, 'reloads after 500 ms'],
  ],
  'Auth event debounce': [
    [machine, 'row 22: the same event within a second is dropped'],
    [machine, 'row 23: an expiry within three seconds of another is dropped'],
  ],
  'Preemptive refresh': [
    [session, 'a token of 500 s is renewed 50 s before its end'],
    [session, 'row 20: the check every ten minutes'],
    [machine, 'row 15b: no network is tried twice more, after 500 and 1000 ms'],
  ],
  'Browser position request': [['web/src/platform/webBridge.test.ts', 'for 15 seconds at most']],
  'Default units': [['web/src/storage/store.test.ts', 'the defaults of a first visit']],
  'Data fetching': [['web/src/app/queryClient.test.ts', 'fresh 30 s, kept 5 min']],
  Toasts: [
    ['web/src/ui/toasts.test.tsx', 'of the app at most three are shown'],
    ['web/src/ui/toasts.test.tsx', '5_000'],
  ],
  'Error fallback countdown': [['web/src/app/fallbacks.test.tsx', 'counts ten seconds down']],
  Drawer: [['e2e/app/menu.spec.ts', 'it is 80 % wide up to 300 px']],
  'Screen-reader load announcement': [
    ['web/src/app/Shell.test.tsx', 'is announced after a second'],
  ],
  'Font scale': [
    [
      'e2e/accessibility/accessibilitySettings.spec.ts',
      'scales the root by 0.875, 1, 1.125 and 1.25',
    ],
  ],
  'Voice announcements': [
    ['e2e/accessibility/accessibilitySettings.spec.ts', 'expect.closeTo(0.8, 5)'],
    ['e2e/accessibility/accessibilitySettings.spec.ts', 'toBeCloseTo(0.21, 5)'],
    [
      'e2e/accessibility/accessibilitySettings.spec.ts',
      'each kind of event has a vibration of its own',
    ],
  ],
  'Saved-locations cache': [
    [
      'web/src/features/locations/saved/queries.test.ts',
      'saved locations are fresh for two minutes',
    ],
  ],
  'Geocode cache': [
    ['web/src/features/locations/current/placeNameQuery.test.ts', 'fresh for thirty minutes'],
    ['web/src/features/locations/current/placeNameQuery.test.ts', 'same six decimals'],
  ],
  'Weather refresh threshold': [
    ['web/src/pages/WeatherRefresh.test.tsx', 'after fifteen minutes of looking'],
    ['web/src/pages/WeatherRefresh.test.tsx', 'not while the weather is younger'],
  ],
  'Same-place tolerance': [
    ['web/src/features/locations/samePlace.test.ts', 'just inside both ways'],
    ['web/src/features/locations/samePlace.test.ts', 'a hundredth north'],
  ],
  'Location request throttle': [
    [locator, 'within two seconds has the answer of the first'],
    [locator, 'within a second has the answer of the first'],
  ],
  'Permission timeouts': [
    [locator, 'position 18000 tapped'],
    [locator, 'position 12000 tapped'],
    [locator, 'permission 5000'],
    [locator, 'after twenty seconds in all it is over'],
  ],
  'Native location defaults': [[native, 'kit’s own defaults are those of the specification']],
  'Health queries': [[native, 'limit: 100']],
  'Default category': [
    ['web/src/pages/Locations.test.tsx', "{ name: 'Vacation' })).toBeChecked()"],
  ],
  'Forecast outlook': [
    ['web/src/features/weather/forecast/Forecast.test.tsx', 'toHaveLength(15)'],
    ['web/src/features/weather/dial/HourDial.test.tsx', "'aria-valuemax', '12'"],
  ],
  'Password minimum': [['server/tests/api/accounts.rs', 'Password must be at least 8 characters']],
  'Support hours': [
    ['web/src/pages/Contact.test.tsx', 'Monday to Friday 9:00-17:00 CEST'],
    ['web/src/features/contact/supportHours.test.ts', 'at %s support is open'],
  ],
  'Legal dates': [
    ['web/src/features/info/documents.test.ts', 'Effective 12 May 2024'],
    ['web/src/features/info/documents.test.ts', 'Delaware'],
  ],
  Languages: [['web/src/i18n/language.test.ts', 'test.each']],
  'Translation loading': [
    ['web/src/i18n/loadTexts.test.ts', 'five failures are forgiven'],
    ['web/src/i18n/loadTexts.test.ts', 'at most ten reads run at once'],
  ],
  Theme: [['web/src/styles/tokens.test.ts', 'the brand colours and the font']],
};

// [R9.01]
test.each(Object.entries(rows))('%s is held by a test', (_, tests) => {
  for (const [file, title] of tests) {
    expect(readFileSync(resolve(root, file), 'utf8'), file).toContain(title);
  }
});

// [R9.01]
test('every row of the table is accounted for', () => {
  expect(Object.keys(rows)).toHaveLength(30);
});
