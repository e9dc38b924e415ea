/** Alerts as they are read aloud. */
import { expect, test } from 'vitest';
import { pageTexts } from '../../../build/texts.ts';
import { createTranslation } from '../../i18n/I18n.tsx';
import { defaultUnits } from '../../storage/values.ts';
import { buildAlert, covered } from '../../testing/alerts.ts';
import { createMeasures } from '../../units/measures.ts';
import { describeAlerts } from './describeAlert.ts';

const translation = createTranslation({ language: 'en', texts: JSON.parse(pageTexts('en')) });
const context = {
  translation,
  measures: createMeasures(defaultUnits, translation.format.locale),
  timeZone: 'Europe/Berlin',
  now: new Date('2026-07-01T12:00:00Z'),
};
const ends_at = '2026-07-01T19:00:00Z';

test('an issued alert has its severity, title and end', () => {
  const issued = buildAlert({ severity: 'severe', ends_at });
  expect(describeAlerts(covered(issued), context)).toEqual([
    'Official alert, Severe: Wind gusts. Until Wed 21:00.',
  ]);
});

test('a hazard that we computed is not called official', () => {
  const computed = buildAlert({ severity: 'severe', ends_at, origin: 'computed' });
  expect(describeAlerts(covered(computed), context)[0]).toMatch(
    /^Halcyon alert, Severe: Wind gusts\. /,
  );
});

test('the most severe comes first', () => {
  const alerts = covered(
    buildAlert({ id: 'info', severity: 'info' }),
    buildAlert({ id: 'severe', severity: 'severe' }),
  );
  expect(describeAlerts(alerts, context)[0]).toMatch(/^Official alert, Severe/);
});
