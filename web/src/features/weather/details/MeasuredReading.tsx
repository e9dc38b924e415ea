/** What the nearest station measured, beside the model's value, with its name, distance, height and time. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useStored } from '../../../storage/useStored.ts';
import { useMeasures } from '../../../units/useMeasures.ts';
import type { Current, Measured } from '../report.ts';
import { Reading } from './Reading.tsx';

const feetPerMeter = 3.280_84;

interface MeasuredReadingProps {
  measured: Measured;
  current: Current | null;
  timeZone: string;
  now: Date;
}

export function MeasuredReading({ measured, current, timeZone, now }: MeasuredReadingProps) {
  const { t, format } = useTranslation();
  const measures = useMeasures();
  const [units] = useStored('units');
  const isMetric = units.distance === 'km';
  const elevation = isMetric
    ? `${format.number(measured.elevation)} m`
    : `${format.number(measured.elevation * feetPerMeter)} ft`;
  const model = current?.temperature_2m ?? null;
  return (
    <Reading
      isFull
      title={t('weather.measured.title')}
      value={measures.temperature(measured.temperature_2m)}
      notes={[
        measured.station ?? t('weather.measured.simulated'),
        t('weather.measured.where', {
          distance: measures.distance(measured.distance),
          elevation,
        }),
        t('weather.measured.when', { time: format.timeOrDay(measured.time, timeZone, now) }),
        model !== null && t('weather.measured.model', { temperature: measures.temperature(model) }),
        measured.station !== null && measured.attribution,
      ]}
    />
  );
}
