/** Halcyon's voice: the browser's own speech, in the page's language, as loud as the settings say. */
import { useEffect } from 'react';
import { useTranslation } from '../i18n/I18n.tsx';
import { readAccessibility } from '../storage/useAccessibility.ts';
import { volumeGains } from './volume.ts';

const voiceRate = 0.8;
const voiceVolume = 0.7;

export interface Voice {
  isSupported: boolean;
  /** After what is being said; `instead` of it when the old words no longer matter. */
  say: (text: string, turn?: 'after' | 'instead') => void;
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
    say: (text, turn = 'after') => {
      if (!isSupported) return;
      if (turn === 'instead') stop();
      speechSynthesis.speak(utter(text, format.locale));
    },
  };
}

/** Words that belong to a screen end with it. */
export function useSilenceOnLeave({ stop }: Voice): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving is the only reason
  useEffect(() => stop, []);
}

function utter(text: string, locale: string): SpeechSynthesisUtterance {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = locale;
  words.rate = voiceRate;
  words.volume = voiceVolume * volumeGains[readAccessibility().audioVolume];
  return words;
}
