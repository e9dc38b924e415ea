/** Stored values: parsed one by one, and restored after an error screen. */
import { expect, test, vi } from 'vitest';
import {
  clearForReload,
  isStored,
  readStored,
  restoreSettings,
  subscribeStored,
  writeStored,
} from './store.ts';
import { readAccessibility, resetAccessibility } from './useAccessibility.ts';
import { defaultUnits } from './values.ts';

// [R3.22]
test('values are stored under the keys of the specification', () => {
  const bonn = { name: 'Bonn', latitude: 50.7, longitude: 7.1 };
  writeStored('lastReload', 1);
  writeStored('currentLocation', {
    ...bonn,
    id: 'current',
    isCurrent: true,
    originalId: null,
    address: null,
  });
  writeStored('selectedLocation', { ...bonn, id: null });
  writeStored('permissionStatus', 'granted');
  writeStored('units', defaultUnits);
  writeStored('accessibility', { fontSize: 'large' });
  writeStored('language', 'tr');
  expect(Object.keys(localStorage)).toEqual(
    expect.arrayContaining([
      'auth_last_reload',
      'current_location',
      'selected_location',
      'location_permission_status',
      'units',
      'accessibility_settings',
      'language',
    ]),
  );
});

// [R3.22]
test('written values are stored with their version and read back', () => {
  writeStored('units', { ...defaultUnits, temperature: 'fahrenheit' });
  writeStored('selectedLocation', { id: null, name: 'İzmir', latitude: 38.42, longitude: 27.14 });
  expect(JSON.parse(localStorage.getItem('units') ?? '').v).toBe(1);
  expect(readStored('units').temperature).toBe('fahrenheit');
  expect(readStored('selectedLocation')?.name).toBe('İzmir');
});

test('the defaults of a first visit are those of the specification', () => {
  expect(readStored('units')).toEqual({
    temperature: 'celsius',
    precipitation: 'mm',
    windSpeed: 'm/s',
    pressure: 'hPa',
    distance: 'km',
    unitSystem: 'metric',
    timeFormat: 'auto',
  });
});

// [R3.13, R3.14]
test('the accessibility settings start with the specified defaults, and a reset restores them', () => {
  const defaults = {
    screenReaderEnabled: false,
    highContrastMode: false,
    reducedMotion: false,
    voiceAnnouncements: false,
    hapticFeedback: true,
    fontSize: 'medium',
    colorBlindnessMode: 'none',
    hearingAidMode: false,
    visualAlerts: false,
    voiceGuidance: false,
    audioVolume: 'medium',
    frequencyAdjustment: 'mid',
    customFrequency: 1500,
  };
  expect(readAccessibility()).toEqual(defaults);
  writeStored('accessibility', { fontSize: 'large', hapticFeedback: false, audioVolume: 'low' });
  resetAccessibility();
  expect(readAccessibility()).toEqual(defaults);
});

// [R3.14]
test.each([
  [99, 1500],
  [100, 100],
  [8000, 8000],
  [8001, 1500],
  [440.5, 1500],
])('a stored custom frequency of %d Hz is read as %d', (wanted, expected) => {
  writeStored('accessibility', { customFrequency: wanted });
  expect(readAccessibility().customFrequency).toBe(expected);
});

test('an invalid value affects neither other keys nor the valid fields beside it', () => {
  localStorage.setItem('theme', '{not json');
  localStorage.setItem(
    'accessibility_settings',
    JSON.stringify({ v: 1, value: { fontSize: 'gigantic', reducedMotion: true } }),
  );
  localStorage.setItem('units', JSON.stringify({ v: 99, value: { temperature: 'fahrenheit' } }));
  expect(readStored('theme')).toBe('system');
  expect(readStored('accessibility')).toEqual({ reducedMotion: true });
  expect(readStored('units')).toEqual(defaultUnits);
});

test('a place with an impossible latitude is ignored', () => {
  const place = { id: null, name: 'Nowhere', latitude: 91, longitude: 0 };
  localStorage.setItem('selected_location', JSON.stringify({ v: 1, value: place }));
  expect(readStored('selectedLocation')).toBeNull();
});

test('the same object is read until it changes, and listeners are called when one of their values changes', () => {
  const listener = vi.fn();
  const unsubscribe = subscribeStored(['theme', 'units'], listener);
  writeStored('theme', 'dark');
  writeStored('language', 'tr');
  expect(readStored('units')).toBe(readStored('units'));
  expect(listener).toHaveBeenCalledTimes(1);
  // Another tab may have cleared everything.
  window.dispatchEvent(new StorageEvent('storage'));
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  writeStored('theme', 'light');
  expect(listener).toHaveBeenCalledTimes(2);
});

// [R2.23]
test('the reload of an error screen clears all but two keys, and the next start restores settings', () => {
  writeStored('language', 'tr');
  writeStored('theme', 'dark');
  writeStored('units', { ...defaultUnits, windSpeed: 'km/h' });
  writeStored('accessibility', { fontSize: 'large' });
  writeStored('onboardingSeen', true);
  writeStored('clientId', 'c-1');
  writeStored('pendingLogout', true);
  writeStored('selectedLocation', { id: null, name: 'Bonn', latitude: 50.7, longitude: 7.1 });
  localStorage.setItem('auth_token', 'legacy');

  clearForReload();
  expect(Object.keys(localStorage).sort()).toEqual(['auth_token', 'user_preferences']);
  expect(isStored('theme')).toBe(false);

  restoreSettings();
  expect(readStored('language')).toBe('tr');
  expect(readStored('theme')).toBe('dark');
  expect(readStored('units').windSpeed).toBe('km/h');
  expect(readStored('accessibility').fontSize).toBe('large');
  expect(readStored('onboardingSeen')).toBe(true);
  expect(readStored('clientId')).toBe('c-1');
  expect(readStored('pendingLogout')).toBe(true);
  expect(readStored('selectedLocation')).toBeNull();
});

test('with blocked storage a choice lasts for the visit', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError');
  });
  writeStored('theme', 'dark');
  expect(readStored('theme')).toBe('dark');
  vi.restoreAllMocks();
  writeStored('theme', 'system');
});
