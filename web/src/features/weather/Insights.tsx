/** What is worth knowing today, most important first, each with the reason behind it. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import styles from './Insights.module.css';
import { dataOf, type Insight, type WeatherReport } from './report.ts';
import { tellSentence } from './sentence.ts';
import { useMeasures } from './useMeasures.ts';

const insightsShown = 4;

const icons: Record<Insight['kind'], IconName> = {
  temperature_swing: 'thermometer',
  precipitation_chance: 'raindrop',
  wind_advisory: 'wind',
  humidity_level: 'raindrop',
  uv_index: 'sun',
  trend: 'trend',
  feels_like_change: 'thermometer',
  rain_stopping: 'raindrop',
};

export function Insights({ report }: { report: WeatherReport }) {
  const translation = useTranslation();
  const measures = useMeasures();
  const telling = { translation, measures, timeZone: report.place.timezone };
  const told = (dataOf(report.insights)?.items ?? [])
    .slice(0, insightsShown)
    .map((insight) => ({ insight, sentence: tellSentence(insight, telling) }))
    .filter(({ sentence }) => sentence !== null);
  if (told.length === 0) return null;
  return (
    <Card title={translation.t('weather.insights.title')}>
      <ul className={styles.list}>
        {told.map(({ insight, sentence }) => (
          <li key={insight.sentence} className={styles.insight}>
            <span className={styles.icon}>
              <Icon name={icons[insight.kind]} />
            </span>
            {sentence}
          </li>
        ))}
      </ul>
    </Card>
  );
}
