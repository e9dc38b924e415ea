/** Which page answers which path; each is its own chunk, fetched as soon as somebody reaches for a link to it. */
import { type ComponentType, lazy, Suspense, use, useState } from 'react';
import { type PagePath, paths } from '../../paths.ts';
import { HasNavigatedContext, type PageLayout } from '../../ui/layout/Page.tsx';
import { LoadingPage } from './LoadingPage.tsx';

type PageModule = { default: ComponentType };

const chunks = {
  [paths.home]: chunk(() => import('../../pages/home/Home.tsx'), 'wide'),
  [paths.locations]: chunk(() => import('../../pages/locations/Locations.tsx'), 'wide'),
  [paths.login]: chunk(() => import('../../pages/account/Login.tsx'), 'narrow'),
  [paths.register]: chunk(() => import('../../pages/account/Register.tsx'), 'narrow'),
  [paths.resetPassword]: chunk(() => import('../../pages/account/ResetPassword.tsx'), 'narrow'),
  [paths.profile]: chunk(() => import('../../pages/account/Profile.tsx')),
  [paths.settings]: chunk(() => import('../../pages/settings/Settings.tsx')),
  [paths.notices]: chunk(() => import('../../pages/settings/Notifications.tsx')),
  [paths.accessibility]: chunk(() => import('../../pages/settings/Accessibility.tsx')),
  [paths.contact]: chunk(() => import('../../pages/info/Contact.tsx')),
  [paths.help]: chunk(() => import('../../pages/info/Help.tsx')),
  [paths.about]: chunk(() => import('../../pages/info/About.tsx')),
  [paths.privacy]: chunk(() => import('../../pages/info/Privacy.tsx')),
  [paths.terms]: chunk(() => import('../../pages/info/Terms.tsx')),
  [paths.verifyEmail]: chunk(() => import('../../pages/account/VerifyEmail.tsx'), 'narrow'),
  [paths.unsubscribe]: chunk(() => import('../../pages/settings/Unsubscribe.tsx'), 'narrow'),
  [paths.authCallback]: chunk(() => import('../../pages/account/AuthCallback.tsx'), 'narrow'),
} satisfies Partial<Record<PagePath, Chunk>>;

export type LoadedPath = keyof typeof chunks;

/** Shows the page as soon as its chunk is there; one that was fetched ahead shows without a spinner. */
export function LoadedPage({ path }: { path: LoadedPath }) {
  const isMove = use(HasNavigatedContext);
  // Decided once: changing the component later would throw the page's state away.
  const [Page] = useState(() => chunks[path].page(isMove));
  return <Page />;
}

/** Fetches a page's chunk ahead; a failure is nobody's concern until the page is really wanted. */
export async function preloadPage(path: string): Promise<void> {
  if (!(path in chunks)) return;
  await chunks[path as LoadedPath].load().catch(() => undefined);
}

interface Chunk {
  load: () => Promise<PageModule>;
  /** The page itself when it is here, else a stand-in that waits for it; the first page waits under what the server painted. */
  page: (isMove: boolean) => ComponentType;
}

/** The page before stays that long: what comes sooner shows without its shape before it. */
const patienceMs = 100;

function chunk(fetchModule: () => Promise<PageModule>, layout?: PageLayout): Chunk {
  let loaded: PageModule | null = null;
  const load = async () => {
    loaded ??= await fetchModule();
    return loaded;
  };
  // One for good: a page that waits is rendered from scratch, and a new stand-in each time would wait for ever.
  const Coming = lazy(load);
  const late: PageModule = {
    default: () => (
      <Suspense fallback={<LoadingPage layout={layout} />}>
        <Coming />
      </Suspense>
    ),
  };
  const patience = () =>
    new Promise<PageModule>((resolve) => setTimeout(resolve, patienceMs, late));
  const Waiting = lazy(() => Promise.race([load(), patience()]));
  return { load, page: (isMove) => loaded?.default ?? (isMove ? Waiting : Coming) };
}
