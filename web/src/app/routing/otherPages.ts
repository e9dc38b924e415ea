/** The pages beside the dashboard. A chunk of their own, because it holds the names of all files that they need. */
import { paths } from '../../paths.ts';

export const otherPages = {
  [paths.locations]: () => import('../../pages/locations/Locations.tsx'),
  [paths.map]: () => import('../../pages/map/Map.tsx'),
  [paths.accuracy]: () => import('../../pages/accuracy/Accuracy.tsx'),
  [paths.air]: () => import('../../pages/air/Air.tsx'),
  [paths.glance]: () => import('../../pages/glance/Glance.tsx'),
  [paths.login]: () => import('../../pages/account/Login.tsx'),
  [paths.register]: () => import('../../pages/account/Register.tsx'),
  [paths.resetPassword]: () => import('../../pages/account/ResetPassword.tsx'),
  [paths.profile]: () => import('../../pages/account/Profile.tsx'),
  [paths.settings]: () => import('../../pages/settings/Settings.tsx'),
  [paths.notifications]: () => import('../../pages/settings/Notifications.tsx'),
  [paths.accessibility]: () => import('../../pages/settings/Accessibility.tsx'),
  [paths.contact]: () => import('../../pages/info/Contact.tsx'),
  [paths.help]: () => import('../../pages/info/Help.tsx'),
  [paths.about]: () => import('../../pages/info/About.tsx'),
  [paths.privacy]: () => import('../../pages/info/Privacy.tsx'),
  [paths.terms]: () => import('../../pages/info/Terms.tsx'),
  [paths.verifyEmail]: () => import('../../pages/account/VerifyEmail.tsx'),
  [paths.unsubscribe]: () => import('../../pages/settings/Unsubscribe.tsx'),
  [paths.authCallback]: () => import('../../pages/account/AuthCallback.tsx'),
};
