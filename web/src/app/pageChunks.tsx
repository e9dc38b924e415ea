/** Which page answers which path; each is its own chunk, fetched as soon as somebody reaches for a link to it. */
import { type ComponentType, lazy, useState } from 'react';
import { type PagePath, paths } from '../paths.ts';

type PageModule = { default: ComponentType };

const chunks = {
  [paths.home]: chunk(() => import('../pages/Home.tsx')),
  [paths.locations]: chunk(() => import('../pages/Locations.tsx')),
  [paths.login]: chunk(() => import('../pages/Login.tsx')),
  [paths.register]: chunk(() => import('../pages/Register.tsx')),
  [paths.resetPassword]: chunk(() => import('../pages/ResetPassword.tsx')),
  [paths.profile]: chunk(() => import('../pages/Profile.tsx')),
  [paths.settings]: chunk(() => import('../pages/Settings.tsx')),
  [paths.notices]: chunk(() => import('../pages/Notices.tsx')),
  [paths.accessibility]: chunk(() => import('../pages/Accessibility.tsx')),
  [paths.contact]: chunk(() => import('../pages/Contact.tsx')),
  [paths.help]: chunk(() => import('../pages/Help.tsx')),
  [paths.about]: chunk(() => import('../pages/About.tsx')),
  [paths.privacy]: chunk(() => import('../pages/Privacy.tsx')),
  [paths.terms]: chunk(() => import('../pages/Terms.tsx')),
  [paths.verifyEmail]: chunk(() => import('../pages/VerifyEmail.tsx')),
  [paths.unsubscribe]: chunk(() => import('../pages/Unsubscribe.tsx')),
  [paths.authCallback]: chunk(() => import('../pages/AuthCallback.tsx')),
} satisfies Partial<Record<PagePath, Chunk>>;

export type LoadedPath = keyof typeof chunks;

/** Shows the page as soon as its chunk is there; one that was fetched ahead shows without a spinner. */
export function LoadedPage({ path }: { path: LoadedPath }) {
  // Decided once: changing the component later would throw the page's state away.
  const [Page] = useState(() => chunks[path].page());
  return <Page />;
}

/** Fetches a page's chunk ahead; a failure is nobody's concern until the page is really wanted. */
export async function preloadPage(path: string): Promise<void> {
  if (!(path in chunks)) return;
  await chunks[path as LoadedPath].load().catch(() => undefined);
}

interface Chunk {
  load: () => Promise<PageModule>;
  /** The page itself when it is here, else a stand-in that waits for it. */
  page: () => ComponentType;
}

function chunk(fetchModule: () => Promise<PageModule>): Chunk {
  let loaded: PageModule | null = null;
  const load = async () => {
    loaded ??= await fetchModule();
    return loaded;
  };
  // One for good: a page that waits is rendered from scratch, and a new stand-in each time would wait for ever.
  const Waiting = lazy(load);
  return { load, page: () => loaded?.default ?? Waiting };
}
