/** Announces to screen readers that another place is shown or that its weather was updated. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { readAccessibility } from '../../../storage/useAccessibility.ts';
import { announce } from '../../../ui/status/announce.ts';
import { useFormatContext } from '../../../units/formatContext.ts';
import type { WeatherReport } from '../report.ts';
import { currentConditions } from './describeWeather.ts';

interface WeatherAnnouncementsProps {
  placeName: string;
  /** The place with which the page opened: this component loads later, and another may be shown by then. */
  firstPlaceName: string;
  /** Undefined while it loads; the component stays mounted, so that it knows the place shown before. */
  report: WeatherReport | undefined;
}

interface Announced {
  placeName: string;
  /** Null until the first report. */
  fetchedAt: string | null;
}

export function WeatherAnnouncements({
  placeName,
  firstPlaceName,
  report,
}: WeatherAnnouncementsProps) {
  const context = useFormatContext(report?.place.timezone ?? 'UTC');
  const last = useRef<Announced>({ placeName: firstPlaceName, fetchedAt: null });

  const announceChange = useEffectEvent((report: WeatherReport) => {
    const before = last.current;
    last.current = { placeName, fetchedAt: report.fetched_at };
    const isSamePlace = before.placeName === placeName;
    // The first report of the first place is not announced, because the page itself has just been.
    const isNew = before.fetchedAt !== null && before.fetchedAt !== report.fetched_at;
    if ((isSamePlace && !isNew) || !readAccessibility().screenReaderEnabled) return;
    const current = currentConditions(report, placeName, context);
    if (!current) return;
    announce(context.translation.t(isSamePlace ? 'voice.updated' : 'voice.place', current));
  });

  useEffect(() => {
    if (report) announceChange(report);
  }, [report]);
  return null;
}
