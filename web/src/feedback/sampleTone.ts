/** Plays one tone in the middle of the band, as a preview of the sound settings. */
import type { AccessibilitySettings } from '../storage/accessibility.ts';
import { canPlaySound, createSpeaker } from './sound.ts';

const toneSeconds = 0.6;
const closeAfterMs = 1_500;

export function playSampleTone(settings: AccessibilitySettings): void {
  if (!canPlaySound()) return;
  const speaker = createSpeaker(settings);
  speaker.play({ height: 0.5, side: 0, seconds: toneSeconds });
  setTimeout(speaker.close, closeAfterMs);
}
