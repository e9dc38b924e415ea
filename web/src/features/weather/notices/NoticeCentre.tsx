/** What was sent to the person, when and why; and a test to oneself. */
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
import styles from './NoticeCentre.module.css';
import { NoticeEntry } from './NoticeEntry.tsx';
import { noticeQueries, useTestNotice } from './queries.ts';

export function NoticeCentre({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(noticeQueries.list(useApi(), userId));
  const notices = list.data?.pages.flatMap((page) => page.notices);
  return (
    <>
      <TestCard />
      <Card title={t('noticeCentre.sent')}>
        {!notices && !list.error && <Skeleton height="6rem" />}
        {list.error && (
          <Stack>
            <Problem title={t('noticeCentre.failed')} detail={t(errorText(list.error))} />
            <div>
              <Button look="secondary" onClick={() => void list.refetch()}>
                {t('app.tryAgain')}
              </Button>
            </div>
          </Stack>
        )}
        {notices?.length === 0 && <p className={styles.none}>{t('noticeCentre.none')}</p>}
        {notices && notices.length > 0 && (
          <ol className={styles.list}>
            {notices.map((notice) => (
              <NoticeEntry key={notice.id} notice={notice} />
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
              {t('noticeCentre.older')}
            </Button>
          </div>
        )}
      </Card>
    </>
  );
}

/** Says by which ways the test travels, or why by none. */
function TestCard() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const test = useTestNotice();

  const handleTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ channels }) =>
        toasts.add({
          level: 'app',
          isError: channels.length === 0,
          text:
            channels.length === 0
              ? t('noticeCentre.test.nowhere')
              : t('noticeCentre.test.sent', {
                  channels: channels.map((way) => t(`noticeCentre.channel.${way}`)).join(', '),
                }),
        }),
      onError: (error) => toasts.add({ level: 'app', isError: true, text: t(errorText(error)) }),
    });

  return (
    <Card title={t('noticeCentre.test.title')}>
      <Stack>
        <p>{t('noticeCentre.test.text')}</p>
        <div>
          <Button look="secondary" isPending={test.isPending} onClick={handleTest}>
            {t('noticeCentre.test.send')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
