/** Tells what has changed on the weather page: another place, newer numbers, a warning. Nothing is said twice. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useHaptics } from '../../../feedback/haptics.ts';
import { showVisualAlert } from '../../../feedback/visualAlert.ts';
import { useVoice } from '../../../feedback/voice.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { readAccessibility } from '../../../storage/useAccessibility.ts';
import { announce } from '../../../ui/status/announce.ts';
import { mostImportantFirst } from '../alerts/alerts.ts';
import type { WeatherReport } from '../report.ts';
import { useMeasures } from '../useMeasures.ts';
import { presentOf, tellAlert } from './spokenWeather.ts';

interface WeatherAnnouncementsProps {
  placeName: string;
  report: WeatherReport | undefined;
}

/** Warnings told on this visit; coming back to the page is no reason to hear them again. */
const toldAlerts = new Set<string>();

export function WeatherAnnouncements({ placeName, report }: WeatherAnnouncementsProps) {
  const translation = useTranslation();
  const { t } = translation;
  const measures = useMeasures();
  const voice = useVoice();
  const haptic = useHaptics();
  const last = useRef<{ placeName: string; fetchedAt: string | null }>(null);

  const tellChange = useEffectEvent((report: WeatherReport) => {
    const before = last.current;
    last.current = { placeName, fetchedAt: report.fetched_at };
    // The first report is not announced: the page itself has just been.
    if (!before || !readAccessibility().screenReaderEnabled) return;
    const present = presentOf(report, { translation, measures, placeName });
    const isSamePlace = before.placeName === placeName;
    if (!present || (isSamePlace && before.fetchedAt === report.fetched_at)) return;
    announce(t(isSamePlace ? 'voice.updated' : 'voice.place', present));
  });

  const tellAlerts = useEffectEvent((report: WeatherReport) => {
    const { screenReaderEnabled, voiceAnnouncements, visualAlerts } = readAccessibility();
    const alerts = mostImportantFirst(report.alerts.items);
    const fresh = alerts.filter(({ id }) => !toldAlerts.has(id));
    if (fresh.length === 0) return;
    for (const alert of fresh) toldAlerts.add(alert.id);
    const words = fresh
      .map((alert) => tellAlert(alert, report, { translation, measures }))
      .join(' ');
    if (screenReaderEnabled) announce(words);
    if (voiceAnnouncements) voice.say(words);
    haptic('warning');
    const isSevere = fresh.some(({ severity }) => severity === 'severe');
    if (visualAlerts && isSevere) showVisualAlert();
  });

  useEffect(() => {
    if (!report) return;
    tellChange(report);
    tellAlerts(report);
  }, [report]);
  return null;
}
