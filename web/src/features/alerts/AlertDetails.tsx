/** What one alert says: what, where, when, what to do and how likely, in the words of the authority, and a map of its area. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { alertIcons } from '../../ui/status/alertLevel.ts';
import type { FormatContext } from '../../units/formatContext.ts';
import styles from './AlertStrip.module.css';
import { AlertTitle } from './AlertTitle.tsx';
import { type Alert, levelOf } from './alerts.ts';
import { alertText, originalText } from './alertText.ts';

const AlertMap = lazy(async () => ({ default: (await import('./map/AlertMap.tsx')).AlertMap }));

interface AlertProps {
  alert: Alert;
  context: FormatContext;
  place: { latitude: number; longitude: number };
  /** Whether it has been opened, so that its map is loaded. */
  isOpen: boolean;
}

interface AlertDetailsProps extends AlertProps {
  /** Whether the line above it says who issued it. */
  isIssuerShown?: boolean;
}

/** One of several alerts, which opens by itself. */
export function AlertEntry({ alert, context, place, isOpen }: AlertProps) {
  const { t } = context.translation;
  const [wasOpened, setWasOpened] = useState(false);
  const level = levelOf(alert);
  return (
    <details
      className={styles.entry}
      data-level={level}
      data-severity={alert.severity}
      data-origin={alert.origin}
      onToggle={() => setWasOpened(true)}
    >
      <summary className={styles.entrySummary}>
        <Icon name={alertIcons[level]} size={1.25} />
        <span className={styles.heading}>
          <strong className={styles.title}>
            <AlertTitle alert={alert} context={context} />
          </strong>
          <span className={styles.note}>
            <span className={styles.severity}>{t(`weather.alerts.severity.${level}`)}</span>
            <span>{period(alert, context)}</span>
            {alert.height_limits && <span>{heights(alert.height_limits, context)}</span>}
          </span>
        </span>
        <Icon name="chevronDown" size={1.25} className={styles.arrow} />
      </summary>
      <AlertDetails alert={alert} context={context} place={place} isOpen={isOpen && wasOpened} />
    </details>
  );
}

export function AlertDetails(props: AlertDetailsProps) {
  const { alert, context, place, isOpen, isIssuerShown = false } = props;
  const { t } = context.translation;
  const source = sources(alert, context, isIssuerShown);
  const text = alertText(alert, context);
  const original = originalText(alert, context);
  const { language } = text;
  return (
    <div className={styles.details}>
      <dl className={styles.facts}>
        <Fact name={t('weather.alerts.what')} language={language}>
          {text.description}
        </Fact>
        <Fact name={t('weather.alerts.where')} language={language}>
          {text.area}
        </Fact>
        <Fact name={t('weather.alerts.when')}>{period(alert, context)}</Fact>
        {alert.height_limits && (
          <Fact name={t('weather.alerts.height')}>{heights(alert.height_limits, context)}</Fact>
        )}
        {alert.certainty && (
          <Fact name={t('weather.alerts.likelihood')}>
            {t(`weather.alerts.certainty.${alert.certainty}`)}
          </Fact>
        )}
        <Fact name={t('weather.alerts.instructions')} language={language}>
          {text.instruction}
        </Fact>
      </dl>
      {alert.origin === 'issued' && isOpen && (
        <Suspense fallback={<div className={styles.mapSpace} />}>
          <AlertMap id={alert.id} place={place} />
        </Suspense>
      )}
      {original && (
        <details className={styles.original}>
          <summary>{t('weather.alerts.original')}</summary>
          <div lang={original.language} className={styles.text}>
            <p>
              <strong>{original.title}</strong>
            </p>
            <p>{original.description}</p>
            {original.instruction && <p>{original.instruction}</p>}
          </div>
        </details>
      )}
      {source && <p className={styles.source}>{source}</p>}
      {alert.url && <TextLink to={alert.url}>{t('weather.alerts.source')}</TextLink>}
    </div>
  );
}

interface FactProps {
  name: string;
  /** Of the authority's own words. */
  language?: string | undefined;
  children: ReactNode;
}

/** Left out when the authority says nothing about it. */
function Fact({ name, language, children }: FactProps) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd lang={language}>{children}</dd>
    </div>
  );
}

function period({ starts_at, ends_at }: Alert, { translation, timeZone }: FormatContext): string {
  const { t, format } = translation;
  const moment = (at: string) => `${format.weekdayAt(at, timeZone)} ${format.time(at, timeZone)}`;
  return t('weather.alerts.period', { from: moment(starts_at), to: moment(ends_at) });
}

/** An alert may hold only above or below a height. */
function heights(
  { above, below }: NonNullable<Alert['height_limits']>,
  { translation }: FormatContext,
): string | null {
  const { t, format } = translation;
  const metres = (value: number) => `${format.number(value)}\u00a0m`;
  if (above !== null && below !== null) {
    return t('weather.alerts.heights.between', { above: metres(above), below: metres(below) });
  }
  if (above !== null) return t('weather.alerts.heights.above', { height: metres(above) });
  return below === null ? null : t('weather.alerts.heights.below', { height: metres(below) });
}

/** Who issued it, who sent it as well, and the words that the licence asks for. */
function sources(alert: Alert, { translation }: FormatContext, isIssuerShown: boolean): string {
  const { t } = translation;
  const also = (alert.also_from ?? []).map(({ issuer }) => issuer).filter(Boolean);
  const attributions = [alert, ...(alert.also_from ?? [])].map(({ attribution }) => attribution);
  const issuer =
    alert.origin === 'issued'
      ? t('weather.alerts.issuedBy', { issuer: alert.issuer ?? '' })
      : t('weather.alerts.computed');
  return [
    !isIssuerShown && issuer,
    also.length > 0 && t('weather.alerts.alsoFrom', { issuers: also.join(', ') }),
    ...attributions,
  ]
    .filter(Boolean)
    .join('. ');
}
