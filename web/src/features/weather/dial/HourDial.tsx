/** The next twelve hours as a dial that reads like a watch, or as a list with the same content. */
import { lazy, Suspense, useState } from 'react';
import { Card } from '../../../ui/layout/Card.tsx';
import { useFormatContext } from '../../../units/formatContext.ts';
import type { WeatherReport } from '../report.ts';
import { sliderProps } from '../series/sliderProps.ts';
import { useNextHours } from '../series/useNextHours.ts';
import { ViewToggle } from '../series/ViewToggle.tsx';
import { describeHour } from '../text/describeHour.ts';
import { dialHours } from './dialHours.ts';
import styles from './HourDial.module.css';
import { FaceSkeleton } from './HourDialSkeleton.tsx';

/** Its drawing is large, and below the first screen of a phone. */
const DialFace = lazy(async () => ({ default: (await import('./DialFace.tsx')).DialFace }));
const HourList = lazy(async () => ({ default: (await import('./HourList.tsx')).HourList }));

/** A quarter of the dial. */
const pageStep = 3;

export function HourDial({ report, now }: { report: WeatherReport; now: Date }) {
  const timeZone = report.place.timezone;
  const context = useFormatContext(timeZone);
  const { t } = context.translation;
  const [isList, setIsList] = useState(false);
  const [chosen, setChosen] = useState(0);
  const hours = useNextHours(report, now, dialHours);
  const selected = Math.min(chosen, hours.length - 1);
  const hour = hours[selected];

  return (
    <Card
      title={t('weather.dial.title')}
      aside={
        <ViewToggle
          icon={isList ? 'dial' : 'list'}
          className={styles.toggle}
          onClick={() => setIsList(!isList)}
        >
          {t(isList ? 'weather.dial.showDial' : 'weather.dial.showList')}
        </ViewToggle>
      }
    >
      {!hour ? (
        <p>{t('weather.hours.unavailable')}</p>
      ) : isList ? (
        <Suspense>
          <HourList hours={hours} context={context} />
        </Suspense>
      ) : (
        <div
          className={styles.dial}
          {...sliderProps({
            label: t('weather.dial.label'),
            count: hours.length,
            selected,
            sentence: describeHour(hour, context),
            pageStep,
            onSelect: setChosen,
          })}
        >
          <Suspense fallback={<FaceSkeleton />}>
            <DialFace hours={hours} selected={selected} timeZone={timeZone} onSelect={setChosen} />
          </Suspense>
        </div>
      )}
    </Card>
  );
}
