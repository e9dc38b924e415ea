/** Shown above everything else while no live provider answers and the weather is simulated. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { WeatherReport } from '../report.ts';
import styles from './SimulatedDataBanner.module.css';

export function SimulatedDataBanner({ report }: { report: WeatherReport }) {
  const { t } = useTranslation();
  if (!report.source?.simulated) return null;
  return (
    <p className={styles.banner}>
      <Icon name="info" size={1.25} />
      <span>
        <strong>{t('weather.source.simulated')}</strong> {t('weather.source.simulatedNote')}
      </span>
    </p>
  );
}
