/** Why there is no pollen forecast; nothing where there is one. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { dataOf } from '../report.ts';
import styles from './AirCard.module.css';
import type { AirQuality } from './air.ts';

export function PollenNote({ pollen }: Pick<AirQuality, 'pollen'>) {
  const { t } = useTranslation();
  if (dataOf(pollen)) return null;
  const isElsewhere = 'unavailable' in pollen && pollen.unavailable === 'not_provided_by_source';
  return (
    <p className={styles.note}>{t(isElsewhere ? 'air.pollen.region' : 'air.pollen.unavailable')}</p>
  );
}
