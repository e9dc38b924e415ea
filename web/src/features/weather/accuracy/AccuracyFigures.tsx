/** The figures of the forecasts made the same number of days ahead: temperatures, rain, and the range. */

import styles from './Accuracy.module.css';
import { type AccuracyContext, differenceText } from './accuracyText.ts';
import type { LeadAccuracy } from './queries.ts';

/** °C: a smaller mean difference is not worth a word. */
const biasFrom = 0.5;
const bandGoal = 80;
/** From which wet day the server counts, in millimetres. */
const wetMillimeters = 1;
/** A correction of less than 5 % is not visible. */
const visibleCorrection = 0.05;

interface AccuracyFiguresProps {
  lead: LeadAccuracy;
  context: AccuracyContext;
}

export function AccuracyFigures({ lead, context }: AccuracyFiguresProps) {
  const { t } = context.translation;
  const { rain } = lead;
  return (
    <dl className={styles.figures}>
      {(['high', 'low'] as const).map((name) => {
        const errors = lead[name];
        return (
          errors && (
            <div key={name}>
              <dt>{t(name === 'high' ? 'accuracy.highs' : 'accuracy.lows')}</dt>
              <dd>
                {t('accuracy.error', { degrees: differenceText(errors.mean_error, context) })}
                {Math.abs(errors.bias) >= biasFrom &&
                  `, ${t(errors.bias > 0 ? 'accuracy.warm' : 'accuracy.cold')}`}
              </dd>
            </div>
          )
        );
      })}
      {rain && (
        <div>
          <dt>{t('accuracy.rain')}</dt>
          <dd>
            {t('accuracy.rainForecast', {
              forecast: rain.hits + rain.false_alarms,
              hits: rain.hits,
              alarms: rain.false_alarms,
            })}
          </dd>
          <dd>{t('accuracy.rainMissed', { misses: rain.misses, dry: rain.correct_dry })}</dd>
          <dd className={styles.note}>
            {t('accuracy.rainNote', { amount: context.measures.precipitation(wetMillimeters) })}
          </dd>
        </div>
      )}
      {lead.high && <BandFigures lead={lead} context={context} />}
    </dl>
  );
}

function BandFigures({ lead, context }: AccuracyFiguresProps) {
  const { t } = context.translation;
  const { percent } = context.measures;
  const { band } = lead;
  const share = (count: number) => percent((100 * count) / (band?.values ?? 1));
  const correction = band ? band.factor - 1 : 0;
  return (
    <div>
      <dt>{t('accuracy.band')}</dt>
      {band ? (
        <>
          <dd>
            {t('accuracy.inside', {
              inside: band.inside,
              values: band.values,
              share: share(band.inside),
              goal: percent(bandGoal),
            })}{' '}
            {band.inside !== band.inside_uncorrected &&
              t('accuracy.uncorrected', { share: share(band.inside_uncorrected) })}
          </dd>
          {Math.abs(correction) >= visibleCorrection && (
            <dd>
              {t(correction > 0 ? 'accuracy.wider' : 'accuracy.narrower', {
                percent: percent(Math.abs(correction) * 100),
              })}
            </dd>
          )}
        </>
      ) : (
        <dd>{t('accuracy.noBand')}</dd>
      )}
    </div>
  );
}
