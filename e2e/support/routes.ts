/** Every page a visitor can open, with its heading's name in the three languages. */
export const publicRoutes = [
  '/',
  '/locations',
  '/login',
  '/register',
  '/reset-password',
  '/accessibility-settings',
  '/contact',
  '/help',
  '/about',
  '/privacy-policy',
  '/terms-conditions',
  '/verify-email',
  '/unsubscribe',
] as const;

/** Those that need an account, and the list of places, which then is a person's own. */
export const signedInRoutes = [
  '/locations',
  '/profile',
  '/settings',
  '/notices',
  '/profile?delete=true',
] as const;

export const languages = ['en', 'de', 'tr'] as const;
export const themes = ['light', 'dark', 'contrast'] as const;
export const widths = [390, 1280] as const;

export type Language = (typeof languages)[number];
export type Theme = (typeof themes)[number];
