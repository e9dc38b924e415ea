/** What has become of a connection or a confirmation on a provider's page, as the server puts it into the URL. */
import { useEffect, useState } from 'react';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { TextKey } from '../../../i18n/texts.ts';
import { useNavigate, useUrlQuery } from '../../../navigation/navigation.ts';
import { paths } from '../../../paths.ts';
import { useProviderNames } from '../providers/useIdentityProvider.ts';

const failures = new Map<string, TextKey>([
  ['oidc', 'errors.code.oidc_failed'],
  ['provider_down', 'auth.provider.down'],
  ['identity_taken', 'errors.code.identity_taken'],
  ['email_unverified', 'errors.code.email_unverified'],
]);

export function ProviderOutcome() {
  const { t } = useTranslation();
  const query = useUrlQuery();
  const navigate = useNavigate();
  const names = useProviderNames();
  const [outcome] = useState(() => query.get('outcome') ?? '');
  // A reload must not repeat the message.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once
  useEffect(() => {
    if (outcome) navigate(paths.profile, { replace: true });
  }, []);

  const failure = failures.get(outcome);
  if (failure) return <Problem title={t(failure)} />;
  if (outcome === 'confirmed') return <p role="status">{t('profile.confirm.done')}</p>;
  if (outcome === 'connected')
    return <p role="status">{t('profile.signIns.connected', { provider: names.oidc })}</p>;
  return null;
}
