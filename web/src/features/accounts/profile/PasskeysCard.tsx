/** The passkeys of the account, with buttons to add, rename and remove them. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import type { User } from '../../../api/session/types.ts';
import { failureTexts } from '../../../forms/failureTexts.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import { NoPasskeyMade } from '../passkeys/mutations.ts';
import { usePasskeys } from '../passkeys/usePasskeys.ts';
import type { Passkey } from './PasskeyDialogs.tsx';
import styles from './Profile.module.css';
import { profileQueries } from './queries.ts';
import { useAddPasskey } from './signInMutations.ts';

// Few visits of the profile need them.
const RenamePasskey = lazy(async () => ({
  default: (await import('./PasskeyDialogs.tsx')).RenamePasskey,
}));
const RemovePasskey = lazy(async () => ({
  default: (await import('./PasskeyDialogs.tsx')).RemovePasskey,
}));

export function PasskeysCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const isOffered = usePasskeys();
  const passkeys = useQuery(profileQueries.passkeys(useApi(), user.id));
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  // A browser without passkeys shows those of other devices.
  if (!isOffered && !passkeys.data?.length) return null;
  return (
    <Card title={t('profile.passkeys.title')}>
      <Stack>
        <p>{t('profile.passkeys.text')}</p>
        {passkeys.isLoading && <Skeleton height="3rem" />}
        {passkeys.error && (
          <Problem {...failureTexts(passkeys.error, 'profile.passkeys.listFailed', t)} />
        )}
        {passkeys.data?.length === 0 && <p>{t('profile.passkeys.none')}</p>}
        {passkeys.data && passkeys.data.length > 0 && (
          <ul className={styles.rows}>
            {passkeys.data.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setRenamed(passkey)}
                onRemove={() => setRemoved(passkey)}
              />
            ))}
          </ul>
        )}
        {isOffered && <AddPasskey user={user} />}
      </Stack>
      <Suspense>
        {renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(null)} />}
        {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(null)} />}
      </Suspense>
    </Card>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { t, format } = useTranslation();
  const { name, created_at, last_used_at, is_synced } = passkey;
  const details = [
    t('profile.passkeys.created', { date: format.shortDate(created_at) }),
    last_used_at
      ? t('profile.passkeys.used', { age: format.age(new Date(last_used_at), new Date()) })
      : t('profile.passkeys.neverUsed'),
    ...(is_synced ? [t('profile.passkeys.synced')] : []),
  ];
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.value}>{name}</p>
        <p className={styles.detail}>{details.join(' · ')}</p>
      </div>
      <div className={styles.actions}>
        <Button
          look="secondary"
          aria-label={t('profile.passkeys.renamePasskey', { name })}
          onClick={onRename}
        >
          {t('profile.passkeys.rename')}
        </Button>
        <Button
          look="secondary"
          aria-label={t('profile.passkeys.removePasskey', { name })}
          onClick={onRemove}
        >
          {t('profile.passkeys.remove')}
        </Button>
      </div>
    </li>
  );
}

function AddPasskey({ user }: { user: User }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const add = useAddPasskey();
  const handleAdd = () =>
    add.mutate(undefined, {
      onSuccess: () => toasts.add({ level: 'app', text: t('profile.passkeys.added') }),
    });
  if (user.needs_verification) return <p>{t('profile.passkeys.unverified')}</p>;
  return (
    <>
      <Problem {...problem()} />
      <div>
        <Button look="secondary" isPending={add.isPending} onClick={handleAdd}>
          {t('profile.passkeys.add')}
        </Button>
      </div>
    </>
  );

  function problem() {
    if (!add.error) return { title: undefined };
    if (add.error instanceof NoPasskeyMade) return { title: t('profile.passkeys.notMade') };
    return failureTexts(add.error, 'profile.passkeys.failed', t);
  }
}
