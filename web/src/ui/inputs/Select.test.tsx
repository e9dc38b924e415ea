/** A drop-down list of options. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Select } from './Select.tsx';

function LanguageChoice() {
  const [language, setLanguage] = useState<'en' | 'tr'>('en');
  return (
    <Select
      label="Language"
      value={language}
      onChange={setLanguage}
      options={[
        { value: 'en', label: 'English' },
        { value: 'tr', label: 'Türkçe' },
      ]}
    />
  );
}

test('an option is chosen by its label', async () => {
  render(<LanguageChoice />);
  const list = screen.getByRole('combobox', { name: 'Language' });
  await userEvent.selectOptions(list, 'Türkçe');
  expect(list).toHaveValue('tr');
});
