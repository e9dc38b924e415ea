/** What the page announces by itself: another place, updated weather, and new alerts. */
import { AlertAnnouncements } from '../../features/alerts/AlertAnnouncements.tsx';
import { WeatherAnnouncements } from '../../features/weather/aloud/WeatherAnnouncements.tsx';
import type { WeatherReport } from '../../features/weather/report.ts';

interface AnnouncementsProps {
  placeName: string;
  /** The place with which the page opened. */
  firstPlaceName: string;
  report: WeatherReport | undefined;
}

export function Announcements({ report, ...place }: AnnouncementsProps) {
  return (
    <>
      <WeatherAnnouncements {...place} report={report} />
      {report && <AlertAnnouncements alerts={report.alerts} timeZone={report.place.timezone} />}
    </>
  );
}
