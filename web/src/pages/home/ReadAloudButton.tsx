/** Reads the alerts and the weather of a place aloud. */
import { describeAlerts } from '../../features/alerts/describeAlert.ts';
import { ReadAloud } from '../../features/weather/aloud/ReadAloud.tsx';
import type { WeatherReport } from '../../features/weather/report.ts';

interface ReadAloudButtonProps {
  placeName: string;
  report: WeatherReport;
}

export function ReadAloudButton({ placeName, report }: ReadAloudButtonProps) {
  return (
    <ReadAloud
      placeName={placeName}
      report={report}
      describeAlerts={(context) => describeAlerts(report.alerts, context)}
    />
  );
}
