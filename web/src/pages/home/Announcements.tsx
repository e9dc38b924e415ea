/** What the page announces by itself: another place, updated weather, and new alerts. */
import { AlertAnnouncements } from '../../features/alerts/AlertAnnouncements.tsx';
import { WeatherAnnouncements } from '../../features/weather/aloud/WeatherAnnouncements.tsx';
import type { WeatherReport } from '../../features/weather/report.ts';

interface AnnouncementsProps {
  placeName: string;
  report: WeatherReport | undefined;
}

export function Announcements({ placeName, report }: AnnouncementsProps) {
  return (
    <>
      <WeatherAnnouncements placeName={placeName} report={report} />
      {report && <AlertAnnouncements alerts={report.alerts} timeZone={report.place.timezone} />}
    </>
  );
}
