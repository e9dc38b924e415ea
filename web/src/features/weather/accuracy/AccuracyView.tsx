/** How accurate the forecasts of a place have been: a sentence, figures for each lead, and the error of every day. */
import { useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useStored } from '../../../storage/useStored.ts';
import { SegmentedControl } from '../../../ui/inputs/SegmentedControl.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useMeasures } from '../../../units/useMeasures.ts';
import { ChartFrame } from '../charts/frame/ChartFrame.tsx';
import styles from './Accuracy.module.css';
import { AccuracyChart } from './AccuracyChart.tsx';
import { AccuracyFigures } from './AccuracyFigures.tsx';
import {
  accuracyColumns,
  accuracySentence,
  describeAccuracyDay,
  highError,
  toleranceText,
} from './accuracyText.ts';
import type { AccuracyReport } from './queries.ts';

const weekDays = 7;

export function AccuracyView({ report }: { report: AccuracyReport }) {
  const translation = useTranslation();
  const { t } = translation;
  const measures = useMeasures();
  const [units] = useStored('units');
  const context = { translation, measures, units };
  const [chosen, setChosen] = useState('0');
  const [selected, setSelected] = useState(() => Math.max(report.days.length - 1, 0));
  const index = Number(chosen);
  const lead = report.leads[index];
  const compared = <p className={styles.note}>{t(`accuracy.compared.${report.compared_with}`)}</p>;
  if (report.unavailable || !lead) {
    return (
      <Card>
        <p>
          {t(report.unavailable === 'switched_off' ? 'accuracy.switchedOff' : 'accuracy.notReady')}
        </p>
      </Card>
    );
  }
  const sentence = accuracySentence(report, lead, context);
  return (
    <>
      <Card>
        <SegmentedControl
          label={t('accuracy.made')}
          value={chosen}
          options={report.leads.map(({ days_ahead: count }, option) => ({
            value: String(option),
            label: t('accuracy.ahead', { count }),
          }))}
          onChange={setChosen}
        />
        <div role="status">
          <p className={styles.sentence}>
            {sentence ?? t('accuracy.few', { days: lead.days, minimum: report.minimum_days })}
          </p>
        </div>
        <AccuracyFigures lead={lead} context={context} />
        {compared}
      </Card>
      <Card>
        <ChartFrame
          label={t('accuracy.chart')}
          summary={t('accuracy.chartNote', { degrees: toleranceText(units) })}
          describe={(day) => describeAccuracyDay(day, index, context)}
          series={[{ label: t('accuracy.highs'), value: (day) => highError(day, index) }]}
          columns={accuracyColumns(index, context)}
          rows={report.days}
          selected={selected}
          pageStep={weekDays}
          onSelect={setSelected}
          isPast
        >
          {(slider) => (
            <div {...slider}>
              <AccuracyChart
                days={report.days}
                lead={index}
                selected={selected}
                onSelect={setSelected}
              />
            </div>
          )}
        </ChartFrame>
      </Card>
    </>
  );
}
