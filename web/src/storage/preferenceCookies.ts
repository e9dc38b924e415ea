/** Two cookies that tell the server how to render the page: the appearance, and the place whose weather to include. */
import { isStored, readStored, subscribeStored } from './store.ts';
import { readAccessibility } from './useAccessibility.ts';

/** The privacy policy names both; the server parses them with the page request. */
export const pageCookies = ['appearance', 'last_place'] as const;

const yearSeconds = 31_536_000;
/** About a kilometre: precise enough for the weather without revealing an address. */
const placeDecimals = 2;
const maxNameLength = 60;

const appearanceNames = ['language', 'theme', 'accessibility', 'units'] as const;
const placeNames = ['selectedLocation', 'currentLocation'] as const;

/** Writes both cookies now and after every change. Returns a function that stops it. */
export function startPreferenceCookies(): () => void {
  const written: Record<string, string> = {};
  const write = () => {
    for (const name of pageCookies) {
      const value = name === 'appearance' ? appearance() : lastPlace();
      if (written[name] !== value) setCookie(name, value);
      written[name] = value;
    }
  };
  write();
  return subscribeStored([...appearanceNames, ...placeNames], write);
}

/** Empty, which deletes the cookie, until the user has changed a setting. */
function appearance(): string {
  if (!appearanceNames.some(isStored)) return '';
  const { highContrastMode, reducedMotion, fontSize, colorBlindnessMode } = readAccessibility();
  return [
    readStored('language') ?? '',
    readStored('theme'),
    highContrastMode ? 'high' : 'normal',
    reducedMotion ? 'reduced' : 'full',
    fontSize,
    colorBlindnessMode,
    readStored('units').temperature,
    readStored('units').timeFormat,
  ].join('.');
}

function lastPlace(): string {
  const [selected, current] = placeNames.map(readStored);
  const place = selected ?? current;
  if (!place) return '';
  const { latitude, longitude, elevation, name } = place;
  const height = elevation === undefined ? '' : `@${elevation}`;
  // Split by code points, so that no surrogate pair is cut.
  const letters = [...name].slice(0, maxNameLength).join('');
  return `${roundDegrees(latitude)}_${roundDegrees(longitude)}${height}_${encodeURIComponent(letters)}`;
}

export function roundDegrees(degrees: number): number {
  return Number(degrees.toFixed(placeDecimals));
}

function setCookie(name: string, value: string): void {
  const age = value === '' ? 0 : yearSeconds;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
