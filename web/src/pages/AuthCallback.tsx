/** `/auth/callback`: the way back from a provider's sign-in; what went wrong there is told on the login page. */
import { Navigate, useLocation } from 'react-router';
import { paths } from '../paths.ts';

export default function AuthCallback() {
  const { search } = useLocation();
  return <Navigate to={`${paths.login}${search}`} replace />;
}
