/** The details of a day: its four parts, and values that do not fit in its row. */
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { noValue } from '../../../../units/measures.ts';
import { useMeasures } from '../../../../units/useMeasures.ts';
import { WeatherIcon } from '../../icons/WeatherIcon.tsx';
import { type Day, dataOf } from '../../report.ts';
import { confidenceTexts } from '../../series/confidence.ts';
import { conditionName } from '../../text/conditionName.ts';
import styles from './DayParts.module.css';

const partNames = ['morning', 'day', 'evening', 'night'] as const;

export function DayParts({ day, timeZone }: { day: Day; timeZone: string }) {
  const translation = useTranslation();
  const { t, format } = translation;
  const measures = useMeasures();
  const shown = (value: number | null, formatValue: (value: number) => string) =>
    value === null ? noValue : formatValue(value);
  const clock = (at: string | null) => (at ? format.time(at, timeZone) : noValue);
  const { sun } = day;
  return (
    <div className={styles.parts}>
      <Periods day={day} />
      <ul className={styles.facts}>
        <li>
          {t('weather.days.mean', {
            temperature: shown(day.temperature_2m_mean, measures.temperature),
          })}
        </li>
        <li>
          {t('weather.days.rain', { amount: shown(day.precipitation_sum, measures.precipitation) })}
        </li>
        {!!day.snowfall_sum && (
          <li>{t('weather.days.snow', { amount: measures.snowfall(day.snowfall_sum) })}</li>
        )}
        <li>{t('weather.days.wind', { speed: shown(day.wind_speed_10m_max, measures.speed) })}</li>
        <li>
          {t('weather.details.gusts', { speed: shown(day.wind_gusts_10m_max, measures.speed) })}
        </li>
        <li>{t('weather.days.uv', { index: shown(day.uv_index_max, format.number) })}</li>
        {sun.polar === 'none' ? (
          <>
            <li>{t('weather.details.sunrise', { time: clock(sun.sunrise) })}</li>
            <li>{t('weather.details.sunset', { time: clock(sun.sunset) })}</li>
          </>
        ) : (
          <li>
            {t('weather.details.sun')}: {t(`weather.details.polar.${sun.polar}`)}
          </li>
        )}
        <li>
          {t('weather.days.feelsLike', {
            low: shown(day.apparent_temperature_min, measures.temperature),
            high: shown(day.apparent_temperature_max, measures.temperature),
          })}
        </li>
        {day.normal && (
          <li>
            {t('weather.days.normal', {
              low: measures.temperature(day.normal.temperature_2m_min),
              high: measures.temperature(day.normal.temperature_2m_max),
            })}
          </li>
        )}
        {confidenceTexts(day, { translation, measures }).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** Morning, day, evening and night, as far as the provider knows them. */
export function Periods({ day }: { day: Day }) {
  const translation = useTranslation();
  const { t } = translation;
  const measures = useMeasures();
  const periods = dataOf(day.periods);
  if (!periods) return null;
  return (
    <ul className={styles.periods}>
      {partNames.map((name) => {
        const period = dataOf(periods[name]);
        const warmest = period?.temperature_2m_max ?? null;
        return (
          <li key={name} className={styles.period}>
            <span className={styles.name}>{t(`weather.periods.${name}`)}</span>
            <span className={styles.icon}>
              {period && (
                <>
                  <WeatherIcon condition={period.condition} isDay={period.is_day} size={2} />
                  <span className="visually-hidden">
                    {conditionName(translation, period.condition)}
                  </span>
                </>
              )}
            </span>
            <span className={styles.temperature}>
              {warmest === null ? noValue : measures.temperature(warmest)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
