/** Speech output through the browser, in the page's language and with the user's volume. */
import { useEffect } from 'react';
import { useTranslation } from '../i18n/I18n.tsx';
import { readAccessibility } from '../storage/useAccessibility.ts';
import { volumeGains } from './volume.ts';

const voiceRate = 0.8;
/** At the default volume setting; the others are relative to it, up to the browser's maximum of 1. */
const voiceVolume = 0.7;

export interface Voice {
  isSupported: boolean;
  /** Queues the text, or replaces what is being spoken. */
  say: (text: string, mode?: 'queue' | 'replace') => void;
  stop: () => void;
}

export function useVoice(): Voice {
  const { format } = useTranslation();
  const isSupported = 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;
  const stop = () => {
    if (isSupported) speechSynthesis.cancel();
  };
  return {
    isSupported,
    stop,
    say: (text, mode = 'queue') => {
      if (!isSupported) return;
      if (mode === 'replace') stop();
      speechSynthesis.speak(createUtterance(text, format.locale));
    },
  };
}

export function useStopSpeechOnUnmount({ stop }: Voice): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only unmounting stops the speech
  useEffect(() => stop, []);
}

function createUtterance(text: string, locale: string): SpeechSynthesisUtterance {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = locale;
  utterance.rate = voiceRate;
  const gain = volumeGains[readAccessibility().audioVolume] / volumeGains.medium;
  utterance.volume = Math.min(1, voiceVolume * gain);
  return utterance;
}
