/** What is worth knowing today, most important first; each opens to its why: the rule, the values and where the line comes from. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import styles from './Insights.module.css';
import { dataOf, type Insight, type WeatherReport } from './report.ts';
import { tellParameter, tellSentence } from './sentence.ts';
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
  const { t } = translation;
  const measures = useMeasures();
  const telling = { translation, measures, timeZone: report.place.timezone };
  const told = (dataOf(report.insights)?.items ?? [])
    .slice(0, insightsShown)
    .map((insight) => ({ insight, sentence: tellSentence(insight, telling) }))
    .filter(({ sentence }) => sentence !== null);
  return (
    <Card title={t('weather.insights.title')}>
      {told.length === 0 && <p className={styles.none}>{t('weather.insights.none')}</p>}
      <ul className={styles.list}>
        {told.map(({ insight, sentence }) => (
          <li key={insight.sentence}>
            <details className={styles.insight}>
              <summary className={styles.summary}>
                <span className={styles.icon}>
                  <Icon name={icons[insight.kind]} />
                </span>
                <span>{sentence}</span>
                <span className={styles.ask}>{t('weather.insights.why')}</span>
              </summary>
              <Why insight={insight} telling={telling} />
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface WhyProps {
  insight: Insight;
  telling: Parameters<typeof tellParameter>[1];
}

function Why({ insight: { why }, telling }: WhyProps) {
  const { t, find } = telling.translation;
  const values = Object.entries(why.values).map(([name, parameter]) => ({
    name: find(`weather.values.${name}`),
    value: tellParameter(parameter, telling),
  }));
  return (
    <div className={styles.why}>
      <p>
        {find(`insights.rules.${why.rule}`, { threshold: tellParameter(why.threshold, telling) })}
      </p>
      <dl className={styles.values}>
        {values.map(
          ({ name, value }) =>
            name && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p>
        {t('weather.insights.line', { source: find(`insights.citations.${why.citation}`) ?? '' })}
      </p>
    </div>
  );
}
