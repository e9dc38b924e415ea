/** The space of the dial until its script or the weather has loaded. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import styles from './HourDial.module.css';

export function HourDialSkeleton() {
  const { t } = useTranslation();
  return (
    <Card
      title={t('weather.dial.title')}
      aside={<span className={classNames(styles.toggle, styles.togglePlaceholder)} />}
    >
      <div className={styles.dial} aria-hidden="true">
        <FaceSkeleton />
      </div>
    </Card>
  );
}

export function FaceSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton shape="circle" width="78%" height="78%" />
    </div>
  );
}
