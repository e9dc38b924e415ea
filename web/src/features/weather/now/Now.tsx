/** The current weather: temperature, condition and a summary of the next hours, beside a picture of the sky. */
import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import { useFormatContext } from '../../../units/formatContext.ts';
import { noValue } from '../../../units/measures.ts';
import { dataOf, type WeatherReport } from '../report.ts';
import type { SkyLook } from '../sky/sky.ts';
import { conditionName } from '../text/conditionName.ts';
import { formatSentence } from '../text/formatSentence.ts';
import styles from './Now.module.css';

/** Decoration, which need not come with the page. */
const SkyScene = lazy(async () => ({ default: (await import('../sky/SkyScene.tsx')).SkyScene }));

interface NowProps {
  report: WeatherReport;
  look: SkyLook | null;
  action?: ReactNode;
}

export function Now({ report, look, action }: NowProps) {
  const context = useFormatContext(report.place.timezone);
  const { translation, measures } = context;
  const { t } = translation;
  const current = dataOf(report.current);
  const summary = dataOf(report.summary);
  const today = dataOf(report.daily)?.days[0];
  if (!current) return <p className={styles.missing}>{t('weather.now.unavailable')}</p>;

  const degrees = (celsius: number | null | undefined) =>
    celsius == null ? noValue : measures.temperature(celsius);
  const temperature = degrees(current.temperature_2m);
  const condition = current.current_weather_condition;
  const sentence = summary && formatSentence(summary, context);

  return (
    <div className={styles.now}>
      <div className={styles.number}>
        <p className={styles.temperature}>
          <span className="visually-hidden">{`${t('weather.now.temperature')} ${temperature}`}</span>
          <LargeDegrees>{temperature}</LargeDegrees>
        </p>
      </div>
      <div className={styles.picture}>
        <Suspense>{look && <SkyScene look={look} />}</Suspense>
      </div>
      <div className={styles.text}>
        <div className={styles.head}>
          <p className={styles.condition}>
            {condition ? conditionName(translation, condition) : noValue}
          </p>
          {action && <div className={styles.action}>{action}</div>}
        </div>
        <ul className={styles.facts}>
          <li>
            {t('weather.now.feelsLike', { temperature: degrees(current.apparent_temperature) })}
          </li>
          <li>{t('weather.now.high', { temperature: degrees(today?.temperature_2m_max) })}</li>
          <li>{t('weather.now.low', { temperature: degrees(today?.temperature_2m_min) })}</li>
        </ul>
        <p className={styles.summary}>{sentence}</p>
      </div>
    </div>
  );
}

/** At this size the font's own degree sign reads as a zero, so it is smaller and raised. */
function LargeDegrees({ children }: { children: string }) {
  const number = children.replace('°', '');
  return (
    <span aria-hidden="true">
      {number}
      {number !== children && <span className={styles.degree}>°</span>}
    </span>
  );
}

/** Placeholders of the same size while the report loads. */
export function NowSkeleton() {
  return (
    <div className={styles.now} aria-hidden="true">
      <div className={styles.number}>
        <div className={styles.temperature}>
          <Skeleton width="1.6em" height="0.9em" />
        </div>
      </div>
      <div className={styles.picture} />
      <div className={styles.text}>
        <div className={styles.condition}>
          <Skeleton shape="line" width="8em" />
        </div>
        <div className={styles.facts}>
          <Skeleton shape="line" width="16em" />
        </div>
        <div className={styles.summary}>
          <Skeleton shape="line" width="90%" />
        </div>
      </div>
    </div>
  );
}
