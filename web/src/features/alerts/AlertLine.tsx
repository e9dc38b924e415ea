/** The alerts in force as one text without anything to press, in the colour of the worst. */
import { Icon } from '../../ui/Icon.tsx';
import { alertIcons } from '../../ui/status/alertLevel.ts';
import { useFormatContext } from '../../units/formatContext.ts';
import styles from './AlertLine.module.css';
import { type Alert, levelOf, mostImportantFirst } from './alerts.ts';
import { shortTitle } from './alertText.ts';
import { provenance } from './provenance.ts';

interface AlertLineProps {
  alerts: Alert[];
  timeZone: string;
}

export function AlertLine({ alerts, timeZone }: AlertLineProps) {
  const context = useFormatContext(timeZone);
  const { t } = context.translation;
  const sorted = mostImportantFirst(alerts);
  const [worst] = sorted;
  if (!worst) return null;
  const level = levelOf(worst);
  const titles = [...new Set(sorted.map((alert) => shortTitle(alert, context)))].join(', ');
  return (
    <section aria-label={t('weather.alerts.title')} className={styles.line} data-level={level}>
      <Icon name={alertIcons[level]} size={1.75} />
      <p>
        <strong>
          {t('weather.alerts.inWords', {
            title: titles,
            severity: t(`weather.alerts.severity.${level}`),
          })}
        </strong>{' '}
        {provenance(sorted, context)}
      </p>
    </section>
  );
}
