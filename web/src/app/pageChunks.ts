/** Which page answers which path; each is its own chunk, fetched as soon as somebody reaches for a link to it. */
import { type ComponentType, lazy } from 'react';
import { type PagePath, paths } from '../paths.ts';

type PageModule = { default: ComponentType };

const loaders = {
  [paths.home]: () => import('../pages/Home.tsx'),
  [paths.locations]: () => import('../pages/Locations.tsx'),
  [paths.login]: () => import('../pages/Login.tsx'),
  [paths.register]: () => import('../pages/Register.tsx'),
  [paths.resetPassword]: () => import('../pages/ResetPassword.tsx'),
  [paths.profile]: () => import('../pages/Profile.tsx'),
  [paths.settings]: () => import('../pages/Settings.tsx'),
  [paths.accessibility]: () => import('../pages/Accessibility.tsx'),
  [paths.contact]: () => import('../pages/Contact.tsx'),
  [paths.help]: () => import('../pages/Help.tsx'),
  [paths.about]: () => import('../pages/About.tsx'),
  [paths.privacy]: () => import('../pages/Privacy.tsx'),
  [paths.terms]: () => import('../pages/Terms.tsx'),
  [paths.verifyEmail]: () => import('../pages/VerifyEmail.tsx'),
  [paths.unsubscribe]: () => import('../pages/Unsubscribe.tsx'),
  [paths.authCallback]: () => import('../pages/AuthCallback.tsx'),
} satisfies Partial<Record<PagePath, () => Promise<PageModule>>>;

export type LoadedPath = keyof typeof loaders;

export const pages = Object.fromEntries(
  Object.entries(loaders).map(([path, load]) => [path, lazy(load as () => Promise<PageModule>)]),
) as unknown as Record<LoadedPath, ComponentType>;

/** Fetches a page's chunk ahead; a failure is nobody's concern until the page is really wanted. */
export function preloadPage(path: string): void {
  if (path in loaders) loaders[path as LoadedPath]().catch(() => undefined);
}
