/** The route table, with the pages for visitors, for signed-in users and for everyone. */
import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { paths, profileDeletion } from '../../paths.ts';
import { OnlySignedIn, OnlyVisitors } from './guards.tsx';
import { LoadedPage, type LoadedPath } from './pageChunks.tsx';

const forVisitors: LoadedPath[] = [paths.login, paths.register, paths.resetPassword];
const forSignedIn: LoadedPath[] = [paths.profile, paths.settings, paths.notifications];
const forEveryone: LoadedPath[] = [
  paths.home,
  paths.locations,
  paths.accessibility,
  paths.contact,
  paths.help,
  paths.about,
  paths.privacy,
  paths.terms,
  paths.verifyEmail,
  paths.unsubscribe,
  paths.authCallback,
];

/** Shows the UI kit in development; builds do not contain it. */
const Kit = import.meta.env.DEV ? lazy(() => import('../../pages/dev/Kit.tsx')) : null;

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<OnlyVisitors />}>{forVisitors.map(routeTo)}</Route>
      <Route element={<OnlySignedIn />}>
        {forSignedIn.map(routeTo)}
        <Route path={paths.deleteAccount} element={<Navigate to={profileDeletion} replace />} />
      </Route>
      {forEveryone.map(routeTo)}
      {Kit && <Route path="/dev/kit" element={<Kit />} />}
      <Route path="*" element={<Navigate to={paths.home} replace />} />
    </Routes>
  );
}

function routeTo(path: LoadedPath) {
  return <Route key={path} path={path} element={<LoadedPage key={path} path={path} />} />;
}
