/** Civil twilight, and the next sunrise or sunset of a polar night or day, to a minute and a day. */
import { dayMs } from '../../../units/durations.ts';

const degree = Math.PI / 180;
/** The centre of the sun at first and last light, and at sunrise with refraction. */
const civilTwilightDegrees = -6;
const sunriseDegrees = -0.833;

/** Null where the sun does not cross that height on this day. */
export function twilight(solarNoon: Date, latitude: number): { dawn: Date; dusk: Date } | null {
  const half = halfDayMs(solarNoon, latitude, civilTwilightDegrees);
  if (half === null) return null;
  return {
    dawn: new Date(solarNoon.getTime() - half),
    dusk: new Date(solarNoon.getTime() + half),
  };
}

/** The first day after a polar night or day on which the sun rises and sets; null within a year of it there is none. */
export function dayAfterPolar(solarNoon: Date, latitude: number): Date | null {
  for (let days = 1; days < 366; days += 1) {
    const noon = new Date(solarNoon.getTime() + days * dayMs);
    if (halfDayMs(noon, latitude, sunriseDegrees)) return noon;
  }
  return null;
}

/** From solar noon until the sun is at a height. */
function halfDayMs(solarNoon: Date, latitude: number, height: number): number | null {
  const declination = declinationOn(solarNoon);
  const cosine =
    (Math.sin(height * degree) - Math.sin(latitude * degree) * Math.sin(declination)) /
    (Math.cos(latitude * degree) * Math.cos(declination));
  return Math.abs(cosine) >= 1 ? null : (Math.acos(cosine) / degree / 360) * dayMs;
}

/** Of the sun, in radians; Spencer (1971), accurate to 0.04 degrees. */
function declinationOn(day: Date): number {
  const yearStart = Date.UTC(day.getUTCFullYear(), 0, 1);
  const angle = (2 * Math.PI * (day.getTime() - yearStart)) / dayMs / 365;
  return (
    0.006918 -
    0.399912 * Math.cos(angle) +
    0.070257 * Math.sin(angle) -
    0.006758 * Math.cos(2 * angle) +
    0.000907 * Math.sin(2 * angle) -
    0.002697 * Math.cos(3 * angle) +
    0.00148 * Math.sin(3 * angle)
  );
}
