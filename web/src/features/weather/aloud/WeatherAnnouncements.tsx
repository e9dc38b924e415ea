/** Announces to screen readers that another place is shown or that its weather was updated. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { readAccessibility } from '../../../storage/useAccessibility.ts';
import { announce } from '../../../ui/status/announce.ts';
import { useFormatContext } from '../../../units/formatContext.ts';
import type { WeatherReport } from '../report.ts';
import { currentConditions } from './describeWeather.ts';

interface WeatherAnnouncementsProps {
  placeName: string;
  /** Undefined while it loads; the component stays mounted, so that it knows the place shown before. */
  report: WeatherReport | undefined;
}

export function WeatherAnnouncements({ placeName, report }: WeatherAnnouncementsProps) {
  const context = useFormatContext(report?.place.timezone ?? 'UTC');
  const last = useRef<{ placeName: string; fetchedAt: string | null }>(null);

  const announceChange = useEffectEvent((report: WeatherReport) => {
    const before = last.current;
    last.current = { placeName, fetchedAt: report.fetched_at };
    // The first report is not announced, because the page itself has just been.
    if (!before || !readAccessibility().screenReaderEnabled) return;
    const current = currentConditions(report, placeName, context);
    const isSamePlace = before.placeName === placeName;
    if (!current || (isSamePlace && before.fetchedAt === report.fetched_at)) return;
    announce(context.translation.t(isSamePlace ? 'voice.updated' : 'voice.place', current));
  });

  useEffect(() => {
    if (report) announceChange(report);
  }, [report]);
  return null;
}
