/** Morning, day, evening and night of today, where the provider has them; late in the evening those of tomorrow. */
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { dataOf, type WeatherReport } from '../../report.ts';
import { Periods } from '../daily/DayParts.tsx';
import styles from './Today.module.css';

/** From this hour only the night is left of today. */
const nightHour = 22;

export function Today({ report, now }: { report: WeatherReport; now: Date }) {
  const { t, format } = useTranslation();
  const isOver = Number(format.hour(now, report.place.timezone)) >= nightHour;
  const day = dataOf(report.daily)?.days[isOver ? 1 : 0];
  if (!day || !dataOf(day.periods)) return null;
  return (
    <section className={styles.today} aria-labelledby="today-title">
      <h3 id="today-title" className={styles.title}>
        {t(isOver ? 'weather.days.tomorrow' : 'weather.days.today')}
      </h3>
      <Periods day={day} />
    </section>
  );
}
