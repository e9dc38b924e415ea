/** How voice guidance describes a control. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageTexts } from '../../../build/texts.ts';
import { createTranslation } from '../../i18n/I18n.tsx';
import type { Language } from '../../i18n/language.ts';
import { renderPart } from '../../testing/renderPart.tsx';
import { Field } from '../../ui/inputs/Field.tsx';
import { PasswordField } from '../../ui/inputs/PasswordField.tsx';
import { SegmentedControl } from '../../ui/inputs/SegmentedControl.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Disclosure } from '../../ui/layout/Disclosure.tsx';
import { describeControl } from './describeControl.ts';

const noop = () => undefined;

function Controls() {
  return (
    <>
      <Switch label="Vibration" hint="Felt at once" isOn onChange={noop} />
      <Select
        label="Colours"
        hint="As you see them"
        value="all"
        options={[{ value: 'all', label: 'All colours' }]}
        onChange={noop}
      />
      <SegmentedControl
        label="Volume"
        value="high"
        options={[
          { value: 'low', label: 'Low' },
          { value: 'high', label: 'High' },
        ]}
        onChange={noop}
      />
      <Field label="City" name="city" value="Bonn" error="Unknown city" onChange={noop} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value="correct horse"
        onChange={noop}
        showLabel="Show"
        hideLabel="Hide"
      />
      <Disclosure title="Why?">Because.</Disclosure>
    </>
  );
}

function described(find: () => Element, language: Language = 'en'): string {
  const { unmount } = renderPart(<Controls />, language);
  const texts = JSON.parse(pageTexts(language));
  const text = describeControl(find(), createTranslation({ language, texts }).t);
  unmount();
  return text;
}

// [R3.14]
test.each<[() => Element, string]>([
  [() => screen.getByRole('switch'), 'Vibration Felt at once, switch, on'],
  [() => screen.getByRole('combobox'), 'Colours, list, All colours, As you see them'],
  [() => screen.getByRole('radio', { name: 'High' }), 'Volume: High, option 2 of 2, selected'],
  [
    () => screen.getByRole('textbox', { name: 'City' }),
    'City, text field, Bonn, please check, Unknown city',
  ],
  [() => screen.getByLabelText('Password'), 'Password, password field'],
  [() => screen.getByText('Why?').closest('button, summary') as Element, 'Why?, button, closed'],
])('%s', (find, text) => {
  expect(described(find)).toBe(text);
});

test('uses the language of the page', () => {
  expect(described(() => screen.getByRole('switch'), 'tr')).toContain('anahtar, açık');
  expect(described(() => screen.getByRole('switch'), 'de')).toContain('Schalter, an');
});
