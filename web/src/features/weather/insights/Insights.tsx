/** Today's insights, most important first; each opens to its explanation: the rule, the values and the source of the threshold. */
import { useState } from 'react';
import { Button } from '../../../ui/actions/Button.tsx';
import { Icon, type IconName } from '../../../ui/Icon.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { type FormatContext, useFormatContext } from '../../../units/formatContext.ts';
import { dataOf, type Insight, type WeatherReport } from '../report.ts';
import { formatParameter, formatSentence } from '../text/formatSentence.ts';
import styles from './Insights.module.css';

const initiallyShown = 4;

const icons: Record<Insight['kind'], IconName> = {
  temperature_swing: 'thermometer',
  precipitation_chance: 'raindrop',
  wind_advisory: 'wind',
  humidity_level: 'raindrop',
  uv_index: 'sun',
  trend: 'trend',
  feels_like_change: 'thermometer',
  rain_stopping: 'raindrop',
  unusual_temperature: 'thermometer',
  yesterday_comparison: 'trend',
  air_quality: 'wind',
  outdoor_hours: 'sun',
};

export function Insights({ report }: { report: WeatherReport }) {
  const context = useFormatContext(report.place.timezone);
  const { t } = context.translation;
  const [isAll, setIsAll] = useState(false);
  const all = (dataOf(report.insights)?.items ?? [])
    .map((insight) => ({ insight, sentence: formatSentence(insight, context) }))
    .filter(({ sentence }) => sentence !== null);
  const shown = isAll ? all : all.slice(0, initiallyShown);
  return (
    <Card title={t('weather.insights.title')}>
      {shown.length === 0 && <p className={styles.none}>{t('weather.insights.none')}</p>}
      <ul className={styles.list}>
        {shown.map(({ insight, sentence }) => (
          <li key={insight.sentence}>
            <details className={styles.insight}>
              <summary className={styles.summary}>
                <span className={styles.icon}>
                  <Icon name={icons[insight.kind]} />
                </span>
                <span>{sentence}</span>
                <span className={styles.whyLabel}>{t('weather.insights.why')}</span>
              </summary>
              <Explanation insight={insight} context={context} />
            </details>
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <Button look="quiet" onClick={() => setIsAll(true)}>
          {t('weather.insights.all')}
        </Button>
      )}
    </Card>
  );
}

interface ExplanationProps {
  insight: Insight;
  context: FormatContext;
}

function Explanation({ insight: { why }, context }: ExplanationProps) {
  const { t, find } = context.translation;
  const values = Object.entries(why.values).map(([name, parameter]) => ({
    name: find(`weather.values.${name}`),
    value: formatParameter(parameter, context),
  }));
  return (
    <div className={styles.why}>
      <p>
        {find(`insights.rules.${why.rule}`, { threshold: formatParameter(why.threshold, context) })}
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
