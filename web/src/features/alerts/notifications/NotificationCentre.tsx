/** The notifications sent to the user, when and why, and a button that sends a test. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { errorText } from '../../../api/errorText.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import styles from './NotificationCentre.module.css';
import { NotificationEntry } from './NotificationEntry.tsx';
import { notificationQueries, useSendTestNotification } from './queries.ts';

export function NotificationCentre({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(notificationQueries.list(useApi(), userId));
  const notifications = list.data?.pages.flatMap((page) => page.notifications);
  return (
    <>
      <TestCard />
      <Card title={t('notificationList.sent')}>
        {!notifications && !list.error && <Skeleton height="6rem" />}
        {list.error && (
          <Stack>
            <Problem title={t('notificationList.failed')} detail={t(errorText(list.error))} />
            <div>
              <Button look="secondary" onClick={() => void list.refetch()}>
                {t('app.tryAgain')}
              </Button>
            </div>
          </Stack>
        )}
        {notifications?.length === 0 && <p className={styles.none}>{t('notificationList.none')}</p>}
        {notifications && notifications.length > 0 && (
          <ol className={styles.list}>
            {notifications.map((notification) => (
              <NotificationEntry key={notification.id} notification={notification} />
            ))}
          </ol>
        )}
        {list.hasNextPage && (
          <div className={styles.more}>
            <Button
              look="secondary"
              isPending={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('notificationList.older')}
            </Button>
          </div>
        )}
      </Card>
    </>
  );
}

/** Sends a test and shows by which channels it goes, or that there is none. */
function TestCard() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const test = useSendTestNotification();

  const handleTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ channels }) =>
        toasts.add({
          level: 'app',
          isError: channels.length === 0,
          text:
            channels.length === 0
              ? t('notificationList.test.nowhere')
              : t('notificationList.test.sent', {
                  channels: channels
                    .map((channel) => t(`notificationList.channel.${channel}`))
                    .join(', '),
                }),
        }),
      onError: (error) => toasts.add({ level: 'app', isError: true, text: t(errorText(error)) }),
    });

  return (
    <Card title={t('notificationList.test.title')}>
      <Stack>
        <p>{t('notificationList.test.text')}</p>
        <div>
          <Button look="secondary" isPending={test.isPending} onClick={handleTest}>
            {t('notificationList.test.send')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
