/** What accompanies every page without being asked for at first sight: vibration, voice guidance, shortcuts, visual alerts, and what is kept for times without a network. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../api/ApiContext.ts';
import { useSession } from '../api/session/useSession.ts';
import { Shortcuts } from '../features/shortcuts/Shortcuts.tsx';
import { useVoiceGuidance } from '../features/voice/useVoiceGuidance.ts';
import { useTouchFeedback } from '../senses/useTouchFeedback.ts';
import { VisualAlertFrame } from '../senses/VisualAlertFrame.tsx';
import { startKeepingReports } from './offline/keptReports.ts';
import { useWorker } from './offline/useWorker.ts';

export function Companion() {
  useTouchFeedback();
  useVoiceGuidance();
  useWorker();
  useKeptReports();
  return (
    <>
      <Shortcuts />
      <VisualAlertFrame />
    </>
  );
}

function useKeptReports(): void {
  const client = useQueryClient();
  const api = useApi();
  const session = useSession();
  useEffect(() => startKeepingReports({ client, api, session }), [client, api, session]);
}
