/** The air and pollen of today on the dashboard: one sentence, and a link to the hours. */
import { paths } from '../../../paths.ts';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { hourMs } from '../../../units/durations.ts';
import { useFormatContext } from '../../../units/formatContext.ts';
import { dataOf, type WeatherReport } from '../report.ts';
import styles from './AirCard.module.css';
import { type AirQuality, adviceOf, indexOf, rankOf, scales } from './air.ts';
import { airSentence } from './airSentence.ts';
import { LevelMeter } from './LevelMeter.tsx';
import { PollenNote } from './PollenNote.tsx';
import { useIndexKind } from './useIndexKind.ts';
import { useSensitivities } from './useSensitivities.ts';

/** The server asks again after three hours; older data says its age. */
const oldAfterMs = 4 * hourMs;

interface AirCardProps {
  report: WeatherReport;
  now: Date;
  /** The parameters of the place in a link. */
  search: string;
}

export function AirCard({ report, now, search }: AirCardProps) {
  const { t } = useFormatContext(report.place.timezone).translation;
  const air = dataOf(report.air);
  return (
    <Card title={t('air.title')}>
      {air ? (
        <Today air={air} timeZone={report.place.timezone} now={now} search={search} />
      ) : (
        <p className={styles.note}>{t('air.unavailable')}</p>
      )}
    </Card>
  );
}

interface TodayProps {
  air: AirQuality;
  timeZone: string;
  now: Date;
  search: string;
}

function Today({ air, timeZone, now, search }: TodayProps) {
  const { translation } = useFormatContext(timeZone);
  const { t, format } = translation;
  const [kind] = useIndexKind(air.index);
  const { mine } = useSensitivities();
  const index = indexOf(air.current, kind);
  const fetchedAt = new Date(air.fetched_at);
  const isOld = now.getTime() - fetchedAt.getTime() > oldAfterMs;
  return (
    <>
      <p>
        {index && <LevelMeter rank={rankOf(kind, index.level)} steps={scales[kind].length} />}
        <span className={styles.sentence}>
          {airSentence(air, kind, mine, { translation, timeZone, now })}
        </span>
      </p>
      {index && <p className={styles.advice}>{t(`air.advice.${adviceOf(kind, index.level)}`)}</p>}
      <PollenNote pollen={air.pollen} />
      {isOld && (
        <p className={styles.note}>{t('weather.state.old', { age: format.age(fetchedAt, now) })}</p>
      )}
      <p className={styles.more}>
        <TextLink to={`${paths.air}${search}`}>{t('air.more')}</TextLink>
      </p>
    </>
  );
}
