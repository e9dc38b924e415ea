/**
 * Features that are not needed at first load: vibration, voice guidance, shortcuts, visual alerts, offline support, the list
 * of the other pages, the time zone of briefings, and the question about units.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../api/ApiContext.ts';
import { useSession } from '../../api/session/useSession.ts';
import { useTravel } from '../../features/briefings/useTravel.ts';
import { RegionQuestion } from '../../features/preferences/RegionQuestion.tsx';
import { Shortcuts } from '../../features/shortcuts/Shortcuts.tsx';
import { useVoiceGuidance } from '../../features/voice/useVoiceGuidance.ts';
import { useTouchFeedback } from '../../feedback/useTouchFeedback.ts';
import { VisualAlertFrame } from '../../feedback/VisualAlertFrame.tsx';
import { useLocation } from '../../navigation/navigation.ts';
import { paths } from '../../paths.ts';
import { startOfflineReports } from '../offline/offlineReports.ts';
import { useServiceWorker } from '../offline/useServiceWorker.ts';
import { loadOtherPages } from '../routing/pageChunks.tsx';

export function BackgroundFeatures() {
  useTouchFeedback();
  useVoiceGuidance();
  useServiceWorker();
  useOfflineReports();
  useTravel();
  useEffect(() => void loadOtherPages().catch(() => undefined), []);
  const { pathname } = useLocation();
  return (
    <>
      <Shortcuts />
      <VisualAlertFrame />
      {pathname === paths.home && <RegionQuestion />}
    </>
  );
}

function useOfflineReports(): void {
  const client = useQueryClient();
  const api = useApi();
  const session = useSession();
  useEffect(() => startOfflineReports({ client, api, session }), [client, api, session]);
}
