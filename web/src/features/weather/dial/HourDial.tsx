/** The next twelve hours as a dial that reads like a watch, and as a list with the same content. */
import { useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import { tellHour } from '../hourSentence.ts';
import type { WeatherReport } from '../report.ts';
import { stepProps } from '../steps.ts';
import { useMeasures } from '../useMeasures.ts';
import { useNextHours } from '../useNextHours.ts';
import { DialFace } from './DialFace.tsx';
import { dialHours } from './geometry.ts';
import styles from './HourDial.module.css';
import { HourList } from './HourList.tsx';

/** A quarter of the dial. */
const leap = 3;

export function HourDial({ report, now }: { report: WeatherReport; now: Date }) {
  const translation = useTranslation();
  const { t } = translation;
  const measures = useMeasures();
  const [isList, setIsList] = useState(false);
  const [chosen, setChosen] = useState(0);
  const timeZone = report.place.timezone;
  const hours = useNextHours(report, now, dialHours);
  const selected = Math.min(chosen, hours.length - 1);
  const hour = hours[selected];
  const telling = { translation, measures, timeZone };

  return (
    <Card
      title={t('weather.dial.title')}
      aside={
        <button type="button" className={styles.toggle} onClick={() => setIsList(!isList)}>
          <Icon name={isList ? 'dial' : 'list'} size={1.125} />
          {t(isList ? 'weather.dial.showDial' : 'weather.dial.showList')}
        </button>
      }
    >
      {!hour ? (
        <p>{t('weather.hours.unavailable')}</p>
      ) : isList ? (
        <HourList hours={hours} telling={telling} />
      ) : (
        <div
          className={styles.dial}
          {...stepProps({
            label: t('weather.dial.label'),
            count: hours.length,
            selected,
            sentence: tellHour(hour, telling),
            leap,
            onSelect: setChosen,
          })}
        >
          <DialFace hours={hours} selected={selected} timeZone={timeZone} onSelect={setChosen} />
        </div>
      )}
    </Card>
  );
}

export function HourDialSkeleton({ title }: { title: string }) {
  return (
    <Card title={title} aside={<span className={styles.toggle} />}>
      <div className={styles.dial} aria-hidden="true">
        <div className={styles.waiting}>
          <Skeleton shape="circle" width="78%" height="78%" />
        </div>
      </div>
    </Card>
  );
}
