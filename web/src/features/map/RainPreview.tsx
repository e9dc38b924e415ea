/** The rain around a place on the dashboard: one sentence, a still picture and a link to the map. Loaded when it comes into view. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useApi } from '../../api/ApiContext.ts';
import { paths } from '../../paths.ts';
import { useInView } from '../../scheduling/useInView.ts';
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { ErrorBoundary } from '../../ui/status/ErrorBoundary.tsx';
import { useFormatContext } from '../../units/formatContext.ts';
import box from './mapBox.module.css';
import { rainQuery } from './queries.ts';
import styles from './RainPreview.module.css';
import { rainSentence } from './rainText.ts';

const StillMap = lazy(async () => ({ default: (await import('./StillMap.tsx')).StillMap }));

interface RainPreviewProps {
  place: Place;
  /** The parameters of the place in a link. */
  search: string;
}

export function RainPreview({ place, search }: RainPreviewProps) {
  const { ref, isInView } = useInView();
  const { data: report } = useQuery({ ...rainQuery(useApi(), place), enabled: isInView });
  const [units] = useStored('units');
  const context = { ...useFormatContext(report?.timezone ?? 'UTC'), units };
  const { t } = context.translation;
  // The dashboard says itself what a forecast knows.
  if (report && !report.source) return null;
  return (
    <div ref={ref} className={styles.place}>
      <Card title={t('map.heading', { place: place.name })}>
        <div className={styles.preview}>
          <ErrorBoundary fallback={() => null}>
            <Suspense fallback={<div className={classNames(box.box, styles.picture)} />}>
              {report ? (
                <StillMap report={report} place={place} />
              ) : (
                <div className={classNames(box.box, styles.picture)} />
              )}
            </Suspense>
          </ErrorBoundary>
          <p>
            {report && (
              <>
                {report.kind === 'simulated' && `${t('map.simulated')}. `}
                {report.kind === 'model' && `${t('map.model')}. `}
                {rainSentence(report, context)}{' '}
              </>
            )}
            <TextLink to={`${paths.map}${search}`}>{t('map.more')}</TextLink>
          </p>
        </div>
      </Card>
    </div>
  );
}
