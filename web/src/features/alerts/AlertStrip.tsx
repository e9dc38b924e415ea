/** The alerts at the top of the page as one strip in the colour of the worst; it opens to what each of them says. */
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { alertIcons } from '../../ui/status/alertLevel.ts';
import { type FormatContext, useFormatContext } from '../../units/formatContext.ts';
import styles from './AlertStrip.module.css';
import { AlertTitle } from './AlertTitle.tsx';
import { type Alert, type Alerts, levelOf, mostImportantFirst } from './alerts.ts';
import { shortTitle } from './alertText.ts';
import { provenance } from './provenance.ts';

const AlertDetails = lazy(async () => ({
  default: (await import('./AlertDetails.tsx')).AlertDetails,
}));
const AlertEntry = lazy(async () => ({
  default: (await import('./AlertDetails.tsx')).AlertEntry,
}));

interface AlertStripProps {
  alerts: Alerts;
  timeZone: string;
  /** The place, drawn on the maps of the areas. */
  place: { latitude: number; longitude: number };
}

export function AlertStrip({ alerts, timeZone, place }: AlertStripProps) {
  const context = useFormatContext(timeZone);
  const { t } = context.translation;
  // The texts and maps of most alerts are never read.
  const [wasOpened, setWasOpened] = useState(false);
  const [worst, ...others] = mostImportantFirst(alerts.items);
  const elsewhere = mostImportantFirst(alerts.other_heights ?? []);
  const unmatched = mostImportantFirst(alerts.unmatched);
  if (!worst && elsewhere.length + unmatched.length === 0) return null;
  const shared = { context, place, isOpen: wasOpened };
  return (
    <section aria-label={t('weather.alerts.title')} className={styles.strip}>
      {worst && (
        <details
          className={styles.alerts}
          data-level={levelOf(worst)}
          data-severity={worst.severity}
          data-origin={worst.origin}
          onToggle={() => setWasOpened(true)}
        >
          <summary className={styles.summary}>
            <Summary worst={worst} others={others} context={context} />
          </summary>
          <Suspense>
            {others.length === 0 ? (
              <AlertDetails alert={worst} {...shared} isIssuerShown />
            ) : (
              <ul className={styles.list}>
                {[worst, ...others].map((alert) => (
                  <li key={alert.id}>
                    <AlertEntry alert={alert} {...shared} />
                  </li>
                ))}
              </ul>
            )}
          </Suspense>
        </details>
      )}
      <Others title={t('weather.alerts.otherHeights')} alerts={elsewhere} {...shared} />
      <Others title={t('weather.alerts.unmatchedTitle')} alerts={unmatched} {...shared} />
    </section>
  );
}

interface SummaryProps {
  worst: Alert;
  others: Alert[];
  context: FormatContext;
}

/** What the closed strip says: how many, about what, how severe, until when and from whom. */
function Summary({ worst, others, context }: SummaryProps) {
  const { translation, timeZone } = context;
  const { t, format } = translation;
  const all = [worst, ...others];
  const level = levelOf(worst);
  const end = new Date(Math.max(...all.map(({ ends_at }) => Date.parse(ends_at))));
  const until = `${format.weekdayAt(end, timeZone)} ${format.time(end, timeZone)}`;
  const isOwn = all.every(({ origin }) => origin === 'computed');
  return (
    <>
      <Icon name={alertIcons[level]} size={1.75} />
      <span className={styles.heading}>
        <strong className={styles.title}>
          {others.length === 0 ? (
            <AlertTitle alert={worst} context={context} />
          ) : (
            <>
              {t(isOwn ? 'weather.alerts.ownCount' : 'weather.alerts.count', { count: all.length })}
              {' · '}
              {[...new Set(all.map((alert) => shortTitle(alert, context)))].join(', ')}
            </>
          )}
        </strong>
        <span className={styles.note}>
          <span className={styles.severity}>{t(`weather.alerts.severity.${level}`)}</span>
          <span>{t('weather.alerts.until', { time: until })}</span>
          <span>{provenance(all, context)}</span>
        </span>
      </span>
      <Icon name="chevronDown" size={1.25} className={styles.arrow} />
    </>
  );
}

interface OthersProps {
  title: string;
  alerts: Alert[];
  context: FormatContext;
  place: AlertStripProps['place'];
}

/** Alerts that may not concern the place. */
function Others({ title, alerts, ...shared }: OthersProps) {
  if (alerts.length === 0) return null;
  return (
    <Suspense>
      <p className={styles.others}>{title}</p>
      <ul className={styles.list}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <AlertEntry alert={alert} {...shared} isOpen />
          </li>
        ))}
      </ul>
    </Suspense>
  );
}
