/** The next two days hour by hour, scrolled sideways. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { WeatherIcon } from '../../ui/weatherIcons/WeatherIcon.tsx';
import { noValue } from '../../units/measures.ts';
import styles from './HourStrip.module.css';
import { dataOf, type Hour, nextHours, type WeatherReport } from './report.ts';
import { conditionName } from './sentence.ts';
import { useMeasures } from './useMeasures.ts';

const hoursShown = 48;

export function HourStrip({ report, now }: { report: WeatherReport; now: Date }) {
  const { t } = useTranslation();
  const hourly = dataOf(report.hourly);
  const hours = hourly ? nextHours(hourly, now, hoursShown) : [];
  return (
    <Card title={t('weather.hours.title')}>
      {hours.length === 0 ? (
        <p>{t('weather.hours.unavailable')}</p>
      ) : (
        <ol
          className={styles.strip}
          aria-label={t('weather.hours.title')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
          tabIndex={0}
        >
          {hours.map((hour, index) => (
            <HourCell
              key={hour.time}
              hour={hour}
              isNow={index === 0}
              timeZone={report.place.timezone}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

function HourCell({ hour, isNow, timeZone }: { hour: Hour; isNow: boolean; timeZone: string }) {
  const translation = useTranslation();
  const { t, format } = translation;
  const measures = useMeasures();
  const chance = hour.precipitationProbability;
  return (
    <li className={styles.hour} data-now={isNow || undefined}>
      <time dateTime={hour.time} className={styles.time}>
        {isNow ? t('weather.hours.now') : format.time(hour.time, timeZone)}
      </time>
      {hour.condition && (
        <>
          <WeatherIcon condition={hour.condition} isDay={hour.isDay} size={2.25} />
          <span className="visually-hidden">{conditionName(translation, hour.condition)}</span>
        </>
      )}
      <span className={styles.temperature}>
        {hour.temperature === null ? noValue : measures.temperature(hour.temperature)}
      </span>
      <span className={styles.rain} data-dry={!chance || undefined}>
        <Icon name="raindrop" size={0.75} />
        <span className="visually-hidden">{t('weather.hours.rainChance')} </span>
        {chance === null ? noValue : measures.percent(chance)}
      </span>
    </li>
  );
}

const skeletonHours = Array.from({ length: 12 }, (_, index) => `hour-${index}`);

export function HourStripSkeleton({ title }: { title: string }) {
  return (
    <Card title={title}>
      <div className={styles.strip} aria-hidden="true">
        {skeletonHours.map((key) => (
          <div key={key} className={styles.hour}>
            <Skeleton shape="line" width="2.5em" />
            <Skeleton shape="circle" width="2.25rem" height="2.25rem" />
            <Skeleton shape="line" width="2em" />
            <Skeleton shape="line" width="2.5em" />
          </div>
        ))}
      </div>
    </Card>
  );
}
