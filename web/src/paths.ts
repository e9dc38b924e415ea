/** The paths of all pages. The server reads the same list from `shared/paths.json`; a test compares them. */
export const paths = {
  home: '/',
  locations: '/locations',
  map: '/map',
  accuracy: '/accuracy',
  air: '/air',
  glance: '/glance',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  profile: '/profile',
  settings: '/settings',
  notifications: '/notifications',
  deleteAccount: '/delete-account',
  accessibility: '/accessibility-settings',
  contact: '/contact',
  help: '/help',
  about: '/about',
  privacy: '/privacy-policy',
  terms: '/terms-conditions',
  verifyEmail: '/verify-email',
  unsubscribe: '/unsubscribe',
  authCallback: '/auth/callback',
} as const;

export type PagePath = (typeof paths)[keyof typeof paths];

/** The profile with account deletion open. */
export const profileDeletion = `${paths.profile}?delete=true`;

/** The query parameter with the page to return to after the login. */
export const returnParameter = 'next';

export function loginPathFor(returnPath: string): string {
  return `${paths.login}?${new URLSearchParams({ [returnParameter]: returnPath })}`;
}

export function registerPathFor(returnPath: string): string {
  return `${paths.register}?${new URLSearchParams({ [returnParameter]: returnPath })}`;
}
