/** Every message of the specification's catalogue exists, verbatim in English and translated into the other languages. */
import { expect, test } from 'vitest';
import { pageTexts } from '../../build/texts.ts';
import type { Texts } from './texts.ts';

/** Specification chapters 4, 5 and 8, and the wording of the requirements where these leave it open. */
const catalogue = [
  'Geolocation not supported',
  'Geolocation permission denied',
  'Could not get address for current location',
  'Unable to get current position',
  'Geocoding error: {status}',
  'Place details error: {status}',
  'Location permission has been denied. Please enable location access in your browser settings to use this feature.',
  'Permission request timed out - you can try again later',
  'Permission request timed out - user may have dismissed the prompt',
  'Location services are not available on this device',
  'Location request failed: {status}. Please try again.',
  'Location unavailable - please try again',
  'Location request timed out - please try again',
  'Location access was not granted - please try again',
  'Location permission previously denied. Please enable location access in your browser settings to use this feature.',
  'Login failed',
  'Registration failed',
  'Google login failed',
  'Apple login failed',
  'Failed to update profile',
  'Failed to change password',
  'Error loading user profile',
  'Authentication failed',
  'Authentication failed - storage issue',
  'Session expired. Please log in again.',
  'You have been logged out.',
  'Google sign-in prompt could not be displayed',
  'Google client not initialized or client ID not set',
  'No credential received from Google',
  'Apple Sign In not initialized',
  'Apple Sign In failed',
  'No ID token received from Apple',
  'Cannot open authentication URL in this environment',
  'Password must be at least 8 characters',
  'Password must be at most 128 characters',
  'This password is too common',
  'Passwords do not match',
  'You must agree to the terms and conditions to create an account',
  'Please enter your email address',
  'Authentication required',
  'Failed to save location',
  'Failed to update location',
  'Failed to delete location',
  'Failed to fetch locations',
  'Error fetching fresh data: {error}',
  'This location is already saved',
  'Location details incomplete. Please try again.',
  'Error loading location data: {error}',
  'Saved locations could not be loaded',
  'Current location cannot be retrieved. Please check your permissions.',
  'Location saved',
  'Location updated',
  'Location deleted',
  'Current location saved',
  'Authentication Required',
  'You need to be logged in to save locations. Would you like to go to the login page?',
  'Unable to load weather data',
  'Connection issue',
  'Location access issue',
  'Request timed out. The server is taking too long to respond.',
  'OneSignal permission denied or not available',
  'Failed to sync OneSignal ID with backend',
  'Permission denied or failed',
  'Native SDK not available',
  'Authentication required. Please login again.',
  'An error occurred while requesting a password reset.',
  'Password reset instructions have been sent to your email address.',
  'There was an error sending your message. Please try again.',
  'Your message has been sent successfully! We will get back to you soon.',
  'Failed to save settings',
  'Settings saved successfully',
  'Name is required',
  'Email is required',
  'Invalid email address',
  'Subject is required',
  'Message is required',
  'Network connection issue. This could be due to CORS or server availability.',
  'Something went wrong',
  'Something went wrong.',
  'Requires authentication',
];

function flatten(texts: Texts, path = ''): Array<[string, string]> {
  return Object.entries(texts).flatMap(([key, value]): Array<[string, string]> => {
    const at = path ? `${path}.${key}` : key;
    return typeof value === 'string' ? [[at, value]] : flatten(value, at);
  });
}

const english = flatten(JSON.parse(pageTexts('en')));
const keysOf = (text: string) => english.filter(([, value]) => value === text).map(([key]) => key);

// [R8.07]
test('in English, verbatim', () => {
  expect(catalogue.filter((text) => keysOf(text).length === 0)).toEqual([]);
});

// [R8.07]
test.each(['de', 'tr'])('in %s, translated', (language) => {
  const texts = new Map(flatten(JSON.parse(pageTexts(language))));
  const untranslated = catalogue.filter((text) =>
    keysOf(text).some((key) => !texts.get(key) || texts.get(key) === text),
  );
  expect(untranslated).toEqual([]);
});
