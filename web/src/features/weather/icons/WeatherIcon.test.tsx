/** Every condition has an icon for the day and one for the night. */
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawingOf, iconConditions } from './drawings.ts';
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

/** The server draws the same icons outside of the page. After a change: `npx vitest run WeatherIcon --update`. */
test('the drawings that the server uses are these', async () => {
  const drawings = iconConditions.flatMap((condition) =>
    [true, false].map((isDay) => {
      const strokes = drawingOf(condition, isDay).map(({ look, d, width }) => [look, d, width]);
      return `  ${JSON.stringify(`${condition} ${isDay ? 'day' : 'night'}`)}: ${JSON.stringify(strokes)}`;
    }),
  );
  await expect(`{\n${drawings.join(',\n')}\n}\n`).toMatchFileSnapshot(
    '../../../../../shared/weatherIcons.json',
  );
});
