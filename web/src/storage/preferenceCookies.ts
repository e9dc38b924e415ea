/** Two cookies by which the server knows how the page shall arrive: in which look, and with which weather. */
import { isStored, readStored, subscribeStored } from './store.ts';
import { readAccessibility } from './useAccessibility.ts';

/** The privacy policy names both; the server reads them in `shell/visit.rs`. */
export const pageCookies = ['appearance', 'last_place'] as const;

const yearSeconds = 31_536_000;
/** About a kilometre: enough for the weather, and no nearer to anybody's door. */
const placeDecimals = 2;
const longestName = 60;

/** Writes both now and after every change; returns the way to stop. */
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
  return subscribeStored(write);
}

/** Nothing chosen, nothing told. */
function appearance(): string {
  const hasChosen = (['language', 'theme', 'accessibility', 'units'] as const).some(isStored);
  if (!hasChosen) return '';
  const { highContrastMode, reducedMotion, fontSize, colorBlindnessMode } = readAccessibility();
  return [
    readStored('language') ?? '',
    readStored('theme'),
    highContrastMode ? 'high' : 'normal',
    reducedMotion ? 'reduced' : 'full',
    fontSize,
    colorBlindnessMode,
    readStored('units').temperature,
  ].join('.');
}

function lastPlace(): string {
  const place = readStored('selectedLocation') ?? readStored('currentLocation');
  if (!place) return '';
  const { latitude, longitude, name } = place;
  const degrees = [latitude, longitude].map(roundDegrees);
  // Cut by letters, so that no half of one is left.
  const letters = [...name].slice(0, longestName).join('');
  return [...degrees, encodeURIComponent(letters)].join('_');
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
