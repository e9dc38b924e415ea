/** Personal tokens for the public API: created once in plain sight, listed with their last use, revoked. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import type { components } from '../../api/schema.d.ts';
import { failureTexts } from '../../forms/failureTexts.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { Skeleton } from '../../ui/status/Skeleton.tsx';
import styles from './Integrations.module.css';
import { NewApiToken } from './NewApiToken.tsx';
import { tokenQuery, useRevokeToken } from './tokens.ts';

export function ApiTokens({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const tokens = useQuery(tokenQuery(useApi(), userId));
  return (
    <Stack>
      <p>
        {t('settings.tokens.what')}{' '}
        <TextLink to="/api/docs" isFile>
          {t('settings.tokens.docs')}
        </TextLink>
      </p>
      {tokens.data ? (
        tokens.data.length > 0 && (
          <ul className={styles.rows} aria-label={t('settings.tokens.title')}>
            {tokens.data.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        )
      ) : tokens.error ? (
        <Stack>
          <Problem {...failureTexts(tokens.error, 'settings.tokens.loadFailed', t)} />
          <div>
            <Button look="secondary" onClick={() => void tokens.refetch()}>
              {t('app.tryAgain')}
            </Button>
          </div>
        </Stack>
      ) : (
        <Skeleton height="3rem" />
      )}
      <NewApiToken />
    </Stack>
  );
}

function TokenRow({ token }: { token: components['schemas']['ApiToken'] }) {
  const { t, format } = useTranslation();
  const toasts = useToasts();
  const revoke = useRevokeToken();
  const lastUse = token.last_used_at
    ? t('settings.tokens.used', { age: format.age(new Date(token.last_used_at), new Date()) })
    : t('settings.tokens.neverUsed');
  const scopes = token.scopes.map((scope) => t(`settings.tokens.scope.${scope}`)).join(', ');

  const handleRevoke = () =>
    revoke.mutate(token.id, {
      onSuccess: () => toasts.add({ level: 'app', text: t('settings.tokens.revoked') }),
      onError: (error) => {
        const { title } = failureTexts(error, 'settings.tokens.revokeFailed', t);
        toasts.add({ level: 'app', isError: true, text: title });
      },
    });

  return (
    <li className={styles.row}>
      <div>
        <p className={styles.value}>{token.name}</p>
        <p className={styles.detail}>
          {scopes} · {lastUse}
        </p>
      </div>
      <Button
        look="secondary"
        aria-label={t('settings.tokens.revokeNamed', { name: token.name })}
        isPending={revoke.isPending}
        onClick={handleRevoke}
      >
        {t('settings.tokens.revoke')}
      </Button>
    </li>
  );
}
