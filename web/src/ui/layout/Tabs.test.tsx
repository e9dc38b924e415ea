/** Tabs by keyboard: arrow keys wrap around, Home and End go to the ends. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from './Tabs.tsx';

const tabs = [
  { id: 'hourly', label: 'Hourly' },
  { id: 'daily', label: 'Daily' },
  { id: 'outlook', label: '15 days' },
] as const;

function Forecast() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('hourly');
  return (
    <Tabs label="Forecast" tabs={tabs} selected={selected} onSelect={setSelected}>
      Content of {selected}
    </Tabs>
  );
}

test.each([
  ['{ArrowRight}', 'Daily'],
  ['{ArrowLeft}', '15 days'],
  ['{End}', '15 days'],
  ['{ArrowRight}{ArrowRight}{ArrowRight}', 'Hourly'],
  ['{End}{Home}', 'Hourly'],
])('%s shows %s', async (keys, name) => {
  render(<Forecast />);
  await userEvent.tab();
  await userEvent.keyboard(keys);
  const tab = screen.getByRole('tab', { name });
  expect(tab).toHaveFocus();
  expect(tab).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel', { name })).toBeInTheDocument();
});

test('only the selected tab is in the tab order', async () => {
  render(<Forecast />);
  await userEvent.tab();
  await userEvent.tab();
  expect(document.body).toHaveFocus();
});
