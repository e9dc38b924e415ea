/** The height of the sun, from the time of solar noon; accurate to about a degree, enough for a picture. */
import { dayMs } from '../../../units/durations.ts';

const degree = Math.PI / 180;
/** The tilt of the Earth's axis, and the days from the December solstice to the new year. */
const axialTilt = 23.44;
const daysFromSolsticeToNewYear = 10;

/** Degrees above the horizon, negative below it. */
export function sunHeight(at: Date, solarNoon: Date, latitude: number): number {
  const yearStart = Date.UTC(solarNoon.getUTCFullYear(), 0, 1);
  const dayOfYear = (solarNoon.getTime() - yearStart) / dayMs;
  const declination =
    -axialTilt * Math.cos(((2 * Math.PI) / 365) * (dayOfYear + daysFromSolsticeToNewYear));
  const hourAngle = ((at.getTime() - solarNoon.getTime()) / dayMs) * 360;
  const sine =
    Math.sin(latitude * degree) * Math.sin(declination * degree) +
    Math.cos(latitude * degree) * Math.cos(declination * degree) * Math.cos(hourAngle * degree);
  return Math.asin(sine) / degree;
}
