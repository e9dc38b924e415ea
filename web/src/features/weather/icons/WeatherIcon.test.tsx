/** Every condition has an icon for the day and one for the night. */
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { iconConditions } from './drawings.ts';
import { WeatherIcon } from './WeatherIcon.tsx';

const drawing = (condition: (typeof iconConditions)[number], isDay: boolean) =>
  render(<WeatherIcon condition={condition} isDay={isDay} />).container.querySelector('svg')
    ?.innerHTML;

// [R3.19]
test('there is one for each of the 33 named conditions', () => {
  expect(iconConditions).toHaveLength(33);
  expect(new Set(iconConditions).size).toBe(33);
});

// [R3.19]
test.each(iconConditions)(
  '%s has one drawing for the day and another for the night',
  (condition) => {
    const [day, night] = [drawing(condition, true), drawing(condition, false)];
    expect(day).toMatch(/<path[^>]* d="M/);
    expect(night).toMatch(/<path[^>]* d="M/);
    expect(night).not.toBe(day);
  },
);
