/** Announces each new alert once: to screen readers, by voice, by vibration and by the visual alert. */
import { useEffect, useEffectEvent } from 'react';
import { useHaptics } from '../../feedback/haptics.ts';
import { showVisualAlert } from '../../feedback/visualAlert.ts';
import { useVoice } from '../../feedback/voice.ts';
import { readAccessibility } from '../../storage/useAccessibility.ts';
import { announce } from '../../ui/status/announce.ts';
import { useFormatContext } from '../../units/formatContext.ts';
import { type Alerts, levelOf, mostImportantFirst } from './alerts.ts';
import { describeAlert } from './describeAlert.ts';

interface AlertAnnouncementsProps {
  alerts: Alerts;
  timeZone: string;
}

/** Ids of the alerts announced since the page was loaded: navigating back does not repeat them. */
const announcedIds = new Set<string>();

export function AlertAnnouncements({ alerts, timeZone }: AlertAnnouncementsProps) {
  const context = useFormatContext(timeZone);
  const voice = useVoice();
  const haptic = useHaptics();

  const announceNew = useEffectEvent(({ items }: Alerts) => {
    const { screenReaderEnabled, voiceAnnouncements, visualAlerts } = readAccessibility();
    const newAlerts = mostImportantFirst(items).filter(({ id }) => !announcedIds.has(id));
    if (newAlerts.length === 0) return;
    for (const alert of newAlerts) announcedIds.add(alert.id);
    const text = newAlerts.map((alert) => describeAlert(alert, context)).join(' ');
    if (screenReaderEnabled) announce(text);
    if (voiceAnnouncements) voice.say(text);
    // An extreme alert feels different from a severe one.
    haptic(newAlerts.some((alert) => levelOf(alert) === 'extreme') ? 'error' : 'warning');
    const isSevere = newAlerts.some(({ severity }) => severity === 'severe');
    if (visualAlerts && isSevere) showVisualAlert();
  });

  useEffect(() => announceNew(alerts), [alerts]);
  return null;
}
