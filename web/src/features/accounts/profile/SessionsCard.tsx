/** Every browser and device that is signed in, with buttons to sign out one or all others. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import type { components } from '../../../api/schema.d.ts';
import { failureTexts } from '../../../forms/failureTexts.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import { deviceOf } from './device.ts';
import { useEndOtherSessions, useEndSession } from './mutations.ts';
import styles from './Profile.module.css';
import { profileQueries } from './queries.ts';

export function SessionsCard({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const sessions = useQuery(profileQueries.sessions(useApi(), userId));
  return (
    <Card title={t('profile.sessions.title')}>
      {sessions.data ? (
        <Stack>
          <ul className={styles.rows}>
            {sessions.data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {sessions.data.length > 1 && <EndOthers />}
        </Stack>
      ) : sessions.error ? (
        <Stack>
          <Problem {...failureTexts(sessions.error, 'profile.sessions.failed', t)} />
          <div>
            <Button look="secondary" onClick={() => void sessions.refetch()}>
              {t('app.tryAgain')}
            </Button>
          </div>
        </Stack>
      ) : (
        <Skeleton height="3rem" />
      )}
    </Card>
  );
}

function EndOthers() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const end = useEndOtherSessions();
  const handleEnd = () =>
    end.mutate(undefined, {
      onSuccess: () => toasts.add({ level: 'app', text: t('profile.sessions.signedOutOthers') }),
      onError: (error) => {
        const { title } = failureTexts(error, 'profile.sessions.signOutOthersFailed', t);
        toasts.add({ level: 'app', isError: true, text: title });
      },
    });
  return (
    <div>
      <Button look="secondary" isPending={end.isPending} onClick={handleEnd}>
        {t('profile.sessions.signOutOthers')}
      </Button>
    </div>
  );
}

function SessionRow({ session }: { session: components['schemas']['SessionEntry'] }) {
  const { t, format } = useTranslation();
  const toasts = useToasts();
  const end = useEndSession();
  const device = useDeviceName(session.user_agent);
  const age = format.age(new Date(session.refreshed_at), new Date());
  const country = session.country ? format.country(session.country) : null;

  const handleEnd = () =>
    end.mutate(session.id, {
      onSuccess: () => toasts.add({ level: 'app', text: t('profile.sessions.signedOut') }),
      onError: (error) => {
        const { title } = failureTexts(error, 'profile.sessions.signOutFailed', t);
        toasts.add({ level: 'app', isError: true, text: title });
      },
    });

  return (
    <li className={styles.row}>
      <div>
        <p className={styles.value}>{device}</p>
        <p className={styles.detail}>
          {[t('profile.sessions.active', { age }), country].filter(Boolean).join(' · ')}
        </p>
      </div>
      {session.current ? (
        <span className={styles.badge}>{t('profile.sessions.current')}</span>
      ) : (
        <Button
          look="secondary"
          aria-label={t('profile.sessions.signOutDevice', { device })}
          isPending={end.isPending}
          onClick={handleEnd}
        >
          {t('profile.sessions.signOut')}
        </Button>
      )}
    </li>
  );
}

function useDeviceName(userAgent: string): string {
  const { t } = useTranslation();
  const { isApp, browser, system } = deviceOf(userAgent);
  const program = isApp ? t('profile.sessions.app') : browser;
  if (program && system) return t('profile.sessions.device', { browser: program, system });
  return program ?? system ?? t('profile.sessions.unknown');
}
