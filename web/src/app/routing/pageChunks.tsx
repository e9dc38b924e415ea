/** Maps each path to its page; each page is a separate chunk that can be loaded ahead. */
import { use, useState } from 'react';
import type { Language } from '../../i18n/language.ts';
import { type PagePath, paths } from '../../paths.ts';
import { useFirstPaintEnd } from '../../scheduling/firstPaint.ts';
import { type Preloadable, preloadable } from '../../scheduling/preloadable.tsx';
import { HasNavigatedContext, type PageLayout } from '../../ui/layout/Page.tsx';
import { LoadingPage } from './LoadingPage.tsx';

const chunks = {
  [paths.home]: chunk(() => import('../../pages/home/Home.tsx'), 'wide'),
  [paths.locations]: chunk(() => import('../../pages/locations/Locations.tsx'), 'wide'),
  [paths.accuracy]: chunk(() => import('../../pages/accuracy/Accuracy.tsx')),
  [paths.air]: chunk(() => import('../../pages/air/Air.tsx')),
  [paths.login]: chunk(() => import('../../pages/account/Login.tsx'), 'narrow'),
  [paths.register]: chunk(() => import('../../pages/account/Register.tsx'), 'narrow'),
  [paths.resetPassword]: chunk(() => import('../../pages/account/ResetPassword.tsx'), 'narrow'),
  [paths.profile]: chunk(() => import('../../pages/account/Profile.tsx')),
  [paths.settings]: chunk(() => import('../../pages/settings/Settings.tsx')),
  [paths.notifications]: chunk(() => import('../../pages/settings/Notifications.tsx')),
  [paths.accessibility]: chunk(() => import('../../pages/settings/Accessibility.tsx')),
  [paths.contact]: chunk(() => import('../../pages/info/Contact.tsx')),
  [paths.help]: chunk(() => import('../../pages/info/Help.tsx')),
  [paths.about]: chunk(() => import('../../pages/info/About.tsx')),
  [paths.privacy]: chunk(() => import('../../pages/info/Privacy.tsx')),
  [paths.terms]: chunk(() => import('../../pages/info/Terms.tsx')),
  [paths.verifyEmail]: chunk(() => import('../../pages/account/VerifyEmail.tsx'), 'narrow'),
  [paths.unsubscribe]: chunk(() => import('../../pages/settings/Unsubscribe.tsx'), 'narrow'),
  [paths.authCallback]: chunk(() => import('../../pages/account/AuthCallback.tsx'), 'narrow'),
} satisfies Partial<Record<PagePath, Preloadable>>;

export type LoadedPath = keyof typeof chunks;

export const isLoadedPath = (path: string): path is LoadedPath => Object.hasOwn(chunks, path);

/** Shows the page as soon as its chunk is loaded; a preloaded one appears at once. */
export function LoadedPage({ path }: { path: LoadedPath }) {
  const isNavigation = use(HasNavigatedContext);
  // Chosen once: changing the component later would reset the page's state.
  const [Page] = useState(() => chunks[path].component(isNavigation));
  useFirstPaintEnd();
  return <Page />;
}

/** Loads a page's chunk ahead. Failures are ignored: opening the page loads it again. */
export async function preloadPage(path: string) {
  return isLoadedPath(path) ? chunks[path].load().catch(() => null) : null;
}

/** Loads the page with the data of its first rendering. */
export async function preloadFirstPage(path: string, language: Language) {
  const page = await preloadPage(path);
  return (await page?.loadAhead?.(language).catch(() => null)) ?? null;
}

function chunk(importPage: Preloadable['load'], layout?: PageLayout): Preloadable {
  return preloadable(importPage, <LoadingPage layout={layout} />);
}
