/** How high the sun stands, from the time of its highest point: good to a degree, which is all a picture needs. */
const dayMs = 86_400_000;
const degree = Math.PI / 180;
/** The tilt of the Earth's axis, and how many days before the new year the sun turned. */
const axialTilt = 23.44;
const daysFromSolsticeToNewYear = 10;

/** Degrees above the horizon; below it negative. */
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
