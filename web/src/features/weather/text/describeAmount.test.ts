/** An amount is named no finer than its source has it. */
import { expect, test } from 'vitest';
import { pageTexts } from '../../../../build/texts.ts';
import { createTranslation } from '../../../i18n/I18n.tsx';
import { defaultUnits } from '../../../storage/values.ts';
import { createMeasures } from '../../../units/measures.ts';
import { describeAmount } from './describeAmount.ts';

const translation = createTranslation({ language: 'en', texts: JSON.parse(pageTexts('en')) });
const context = { translation, measures: createMeasures(defaultUnits, translation.format.locale) };

test.each([
  [0.9, 1, '0.9 mm'],
  [0.9, 3, '2.7 mm in 3 h'],
  [0.2, 6, '1.2 mm in 6 h'],
  [0, 6, '0 mm'],
  [null, 3, null],
])('%d mm in an hour of a step of %i hours', (precipitation, stepHours, expected) => {
  const text = describeAmount({ precipitation, stepHours }, context);
  expect(text?.replaceAll('\u00a0', ' ') ?? null).toBe(expected);
});
