/** The space of the forecast while the weather or its script loads. */
import { Card } from '../../../ui/layout/Card.tsx';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import styles from './Forecast.module.css';

export function ForecastSkeleton() {
  return (
    <Card className={styles.forecast}>
      <div className={styles.skeleton} aria-hidden="true">
        <Skeleton height="3.25rem" />
        <Skeleton height="26rem" />
      </div>
    </Card>
  );
}
