/** The placeholder of a page whose chunk is loading; its title is announced. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Page, type PageLayout } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/status/Skeleton.tsx';

export function LoadingPage({ layout }: { layout: PageLayout | undefined }) {
  const { t } = useTranslation();
  return (
    <Page title={t('app.loading')} layout={layout}>
      <Skeleton height="12rem" />
      <Skeleton height="18rem" />
    </Page>
  );
}
