/** What is coming, in three views: hour by hour, day by day, and fifteen days ahead. */
import {
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { onIdle } from '../../../scheduling/onIdle.ts';
import { useAfterLoad } from '../../../scheduling/useAfterLoad.ts';
import { useInView } from '../../../scheduling/useInView.ts';
import { usePreloaded } from '../../../scheduling/usePreloaded.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import type { WeatherReport } from '../report.ts';
import styles from './Forecast.module.css';
import { HourlyView } from './HourlyView.tsx';
import { Today } from './Today.tsx';

/** A switch shows a view; it need not be drawn anew. */
const Hourly = memo(HourlyView);
const ThisDay = memo(Today);
const loadDaily = () => import('./DailyView.tsx');
const loadOutlook = () => import('./OutlookView.tsx');
const otherViews = [loadDaily, loadOutlook];
const Daily = lazy(async () => ({ default: memo((await loadDaily()).DailyView) }));
const Outlook = lazy(async () => ({ default: memo((await loadOutlook()).OutlookView) }));

const views = ['hourly', 'daily', 'outlook'] as const;
type View = (typeof views)[number];

export function Forecast({ report, now }: { report: WeatherReport; now: Date }) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('hourly');
  const [ready, setReady] = useState<readonly View[]>(['hourly']);
  const { ref, isInView: isInSight } = useInView();
  const isAtRest = useAfterLoad();
  const areFetched = usePreloaded(otherViews, isInSight || isAtRest);

  // The others are made ready once somebody may ask for them, one at a time, while nothing else is to do.
  useEffect(() => {
    const next = isInSight && areFetched && views.find((id) => !ready.includes(id));
    if (next) return onIdle(() => startTransition(() => setReady([...ready, next])));
  }, [isInSight, areFetched, ready]);

  function handleSelect(next: View) {
    setView(next);
    if (!ready.includes(next)) setReady([...ready, next]);
  }

  const kept = (id: View, content: ReactNode) =>
    ready.includes(id) && <Kept isShown={view === id}>{content}</Kept>;
  return (
    <Card className={styles.forecast}>
      <h2 className="visually-hidden">{t('weather.forecast.title')}</h2>
      <div ref={ref}>
        <Tabs
          label={t('weather.forecast.title')}
          tabs={views.map((id) => ({ id, label: t(`weather.forecast.${id}`) }))}
          selected={view}
          onSelect={handleSelect}
        >
          <div className={styles.views}>
            {kept(
              'hourly',
              <>
                <Hourly report={report} now={now} />
                <ThisDay report={report} />
              </>,
            )}
            {kept('daily', <Daily report={report} />)}
            {kept('outlook', <Outlook report={report} />)}
          </div>
        </Tabs>
      </div>
    </Card>
  );
}

/** Laid out where nobody can reach it, then covered: a switch has only to uncover it. */
function Kept({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isReady, setIsReady] = useState(isShown);
  const hidden = isReady ? styles.covered : styles.ahead;
  return (
    <div
      ref={box}
      className={isShown ? undefined : hidden}
      aria-hidden={!isShown}
      inert={!isShown && !isReady}
    >
      <Suspense>
        {children}
        {!isReady && <LaidOut box={box} onRest={setIsReady} />}
      </Suspense>
    </div>
  );
}

interface LaidOutProps {
  box: RefObject<HTMLDivElement | null>;
  onRest: (isReady: boolean) => void;
}

/** Speaks when what it stands beside has been drawn and laid out, in an idle moment. */
function LaidOut({ box, onRest }: LaidOutProps) {
  useEffect(() => {
    let forget = () => {};
    // An idle moment may come before the frame in which it is styled and laid out.
    const frame = requestAnimationFrame(() => {
      forget = onIdle(() => {
        // Styled anew now: a covered view would take that change with it to its first showing.
        box.current?.removeAttribute('inert');
        box.current?.getBoundingClientRect();
        flushSync(() => onRest(true));
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      forget();
    };
  }, [box, onRest]);
  return null;
}

export function ForecastSkeleton() {
  return (
    <Card className={styles.forecast}>
      <div className={styles.waiting} aria-hidden="true">
        <Skeleton height="3.25rem" />
        <Skeleton height="26rem" />
      </div>
    </Card>
  );
}
