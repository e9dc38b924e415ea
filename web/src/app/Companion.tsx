/** What accompanies every page without being asked for at first sight: vibration, voice guidance, shortcuts, visual alerts. */
import { Shortcuts } from '../features/shortcuts/Shortcuts.tsx';
import { useGuidance } from '../features/voice/useGuidance.ts';
import { useTouchFeedback } from '../senses/useTouchFeedback.ts';
import { VisualAlertFrame } from '../senses/VisualAlertFrame.tsx';

export function Companion() {
  useTouchFeedback();
  useGuidance();
  return (
    <>
      <Shortcuts />
      <VisualAlertFrame />
    </>
  );
}
