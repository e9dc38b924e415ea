/** Maps each path to its page; each page is a separate chunk that can be loaded ahead. */
import { use, useState } from 'react';
import type { Language } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { useFirstPaintEnd } from '../../scheduling/firstPaint.ts';
import { type Preloadable, preloadable } from '../../scheduling/preloadable.tsx';
import { HasNavigatedContext, type PageLayout } from '../../ui/layout/Page.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import type { otherPages } from './otherPages.ts';

type OtherPath = keyof typeof otherPages;
export type LoadedPath = OtherPath | typeof paths.home;

/** Of the placeholder. */
const layouts: Record<LoadedPath, PageLayout> = {
  [paths.home]: 'wide',
  [paths.locations]: 'wide',
  [paths.map]: 'wide',
  [paths.accuracy]: 'column',
  [paths.air]: 'column',
  [paths.glance]: 'full',
  [paths.login]: 'narrow',
  [paths.register]: 'narrow',
  [paths.resetPassword]: 'narrow',
  [paths.profile]: 'column',
  [paths.settings]: 'column',
  [paths.notifications]: 'column',
  [paths.accessibility]: 'column',
  [paths.contact]: 'column',
  [paths.help]: 'column',
  [paths.about]: 'column',
  [paths.privacy]: 'column',
  [paths.terms]: 'column',
  [paths.verifyEmail]: 'narrow',
  [paths.unsubscribe]: 'narrow',
  [paths.authCallback]: 'narrow',
};

const chunks = Object.fromEntries(
  Object.entries(layouts).map(([path, layout]) => [
    path,
    preloadable(() => importPage(path as LoadedPath), <LoadingPage layout={layout} />),
  ]),
) as Record<LoadedPath, Preloadable>;

export const isLoadedPath = (path: string): path is LoadedPath => Object.hasOwn(layouts, path);

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

async function importPage(path: LoadedPath) {
  return path === paths.home
    ? import('../../pages/home/Home.tsx')
    : (await loadOtherPages()).otherPages[path]();
}

/** Without them a navigation waits for two files, one after the other. */
export const loadOtherPages = () => import('./otherPages.ts');
