/** The rain around a place: a sentence, the map with its times, and a table. */
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { useFormatContext } from '../../units/formatContext.ts';
import { Attribution } from './Attribution.tsx';
import type { Area } from './drawing/drawAreas.ts';
import { MapCard } from './MapCard.tsx';
import type { RainReport } from './queries.ts';
import styles from './RainMap.module.css';
import { RainTable } from './RainTable.tsx';
import { rainSentence } from './rainText.ts';

interface RainViewProps {
  report: RainReport;
  place: Place;
  places: Place[];
  /** Where the alerts of the place apply. */
  areas: readonly Area[];
  onChoose: (place: Place) => void;
}

export function RainView({ report, place, places, areas, onChoose }: RainViewProps) {
  const [units] = useStored('units');
  const context = { ...useFormatContext(report.timezone), units };
  const { t, format } = context.translation;
  const sentence = rainSentence(report, context);
  return (
    <div className={styles.columns}>
      <Card title={t('map.heading', { place: place.name })}>
        {report.kind === 'simulated' && <p className={styles.simulated}>{t('map.simulated')}</p>}
        {report.kind === 'model' && <p className={styles.simulated}>{t('map.model')}</p>}
        <p className={styles.sentence} role="status">
          {sentence}
        </p>
        {report.observed_at && (
          <p className={styles.note}>
            {t('map.observed', { time: format.time(report.observed_at, report.timezone) })}
          </p>
        )}
        <Attribution names={report.attribution} context={context} />
      </Card>
      <div className={styles.map}>
        <MapCard
          report={report}
          place={place}
          places={places}
          areas={areas}
          sentence={sentence}
          context={context}
          onChoose={onChoose}
        />
      </div>
      {report.next.length > 0 && (
        <Card>
          <RainTable report={report} context={context} />
        </Card>
      )}
    </div>
  );
}
