/** Fifteen days, each with its range of temperature on one scale that all of them share. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { WeatherIcon } from '../../ui/weatherIcons/WeatherIcon.tsx';
import styles from './DayList.module.css';
import { type Day, dataOf, type WeatherReport } from './report.ts';
import { conditionName } from './sentence.ts';
import { rangeOnScale, temperatureColor } from './temperatureScale.ts';
import { useMeasures } from './useMeasures.ts';

type Range = [low: number, high: number];

export function DayList({ report }: { report: WeatherReport }) {
  const { t } = useTranslation();
  const days = dataOf(report.daily)?.days ?? [];
  const ranges = days.map(rangeOf).filter((range) => range !== null);
  const scale: Range = [
    Math.min(...ranges.map(([low]) => low)),
    Math.max(...ranges.map(([, high]) => high)),
  ];
  return (
    <Card title={t('weather.days.title')}>
      {days.length === 0 ? (
        <p>{t('weather.days.unavailable')}</p>
      ) : (
        <ol className={styles.days}>
          {days.map((day, index) => (
            <DayRow key={day.date} day={day} isToday={index === 0} scale={scale} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function DayRow({ day, isToday, scale }: { day: Day; isToday: boolean; scale: Range }) {
  const translation = useTranslation();
  const { t, format } = translation;
  const measures = useMeasures();
  const range = rangeOf(day);
  const chance = day.precipitation_probability_max;
  return (
    <li className={styles.day}>
      <time dateTime={day.date} className={styles.name}>
        {isToday ? t('weather.days.today') : format.weekday(day.date)}
        <span className={styles.date}>{format.shortDate(day.date)}</span>
      </time>
      {range === null ? (
        <span className={styles.missing}>{t('weather.days.beyond')}</span>
      ) : (
        <>
          <span className={styles.icon}>
            {day.condition && (
              <>
                <WeatherIcon condition={day.condition} isDay size={2} />
                <span className="visually-hidden">{conditionName(translation, day.condition)}</span>
              </>
            )}
          </span>
          <span className={styles.chance} data-dry={!chance || undefined}>
            <span className="visually-hidden">{t('weather.hours.rainChance')} </span>
            {chance === null ? '' : measures.percent(chance)}
          </span>
          <span className={styles.low}>
            <span className="visually-hidden">{t('weather.days.low')} </span>
            {measures.temperature(range[0])}
          </span>
          <RangeBar range={range} scale={scale} />
          <span className={styles.high}>
            <span className="visually-hidden">{t('weather.days.high')} </span>
            {measures.temperature(range[1])}
          </span>
        </>
      )}
    </li>
  );
}

function RangeBar({ range, scale }: { range: Range; scale: Range }) {
  const { start, width } = rangeOnScale(range, scale);
  const [low, high] = range;
  return (
    <span className={styles.track} aria-hidden="true">
      <span
        className={styles.bar}
        style={{
          insetInlineStart: `${start}%`,
          width: `${width}%`,
          backgroundImage: `linear-gradient(to right, ${temperatureColor(low)}, ${temperatureColor((low + high) / 2)}, ${temperatureColor(high)})`,
        }}
      />
    </span>
  );
}

function rangeOf(day: Day): Range | null {
  const { temperature_2m_min: low, temperature_2m_max: high } = day;
  return low === null || high === null ? null : [low, high];
}

const skeletonDays = Array.from({ length: 15 }, (_, index) => `day-${index}`);

export function DayListSkeleton({ title }: { title: string }) {
  return (
    <Card title={title}>
      <div className={styles.days} aria-hidden="true">
        {skeletonDays.map((key) => (
          <div key={key} className={styles.day}>
            <Skeleton shape="line" width="3em" />
            <Skeleton shape="circle" width="2rem" height="2rem" />
          </div>
        ))}
      </div>
    </Card>
  );
}
