/** The pages, languages, themes and widths that tests iterate over. */
export const publicRoutes = [
  '/',
  '/locations',
  '/map',
  '/accuracy',
  '/air',
  '/glance',
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

/** Pages that need an account, and the locations page, which then has saved places. */
export const signedInRoutes = [
  '/locations',
  '/profile',
  '/settings',
  '/notifications',
  '/profile?delete=true',
] as const;

export const languages = ['en', 'de', 'tr'] as const;
export const themes = ['light', 'dark', 'contrast'] as const;
export const widths = [390, 1280] as const;

export type Language = (typeof languages)[number];
export type Theme = (typeof themes)[number];
