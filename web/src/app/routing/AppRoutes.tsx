/** The route table, with the pages for visitors, for signed-in users and for everyone. */
import { lazy } from 'react';
import { Redirect, useLocation } from '../../navigation/navigation.ts';
import { paths, profileDeletion } from '../../paths.ts';
import { OnlySignedIn, OnlyVisitors } from './guards.tsx';
import { isLoadedPath, LoadedPage, type LoadedPath } from './pageChunks.tsx';

/** All other pages are for everyone. */
const forVisitors: LoadedPath[] = [paths.login, paths.register, paths.resetPassword];
const forSignedIn: LoadedPath[] = [paths.profile, paths.settings, paths.notifications];

/** Shows the UI kit in development; builds do not contain it. */
const Kit = import.meta.env.DEV ? lazy(() => import('../../pages/dev/Kit.tsx')) : null;

export function AppRoutes() {
  const path = normalized(useLocation().pathname);
  if (path === paths.deleteAccount) {
    return (
      <OnlySignedIn>
        <Redirect to={profileDeletion} />
      </OnlySignedIn>
    );
  }
  if (Kit && path === '/dev/kit') return <Kit />;
  if (!isLoadedPath(path)) return <Redirect to={paths.home} />;
  const page = <LoadedPage key={path} path={path} />;
  if (forVisitors.includes(path)) return <OnlyVisitors>{page}</OnlyVisitors>;
  return forSignedIn.includes(path) ? <OnlySignedIn>{page}</OnlySignedIn> : page;
}

/** Addresses are also typed by hand: capitals and a slash at the end lead to the same page. */
function normalized(pathname: string): string {
  return pathname.toLowerCase().replace(/(.)\/+$/, '$1');
}
