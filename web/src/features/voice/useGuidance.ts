/** Says aloud what has the focus and how it changes, for people who asked to be guided by voice. */
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useVoice } from '../../senses/voice.ts';
import { useAccessibility } from '../../storage/useAccessibility.ts';
import { stateOf, tellControl } from './guidance.ts';

export function useGuidance(): void {
  const { t } = useTranslation();
  const voice = useVoice();
  const [{ voiceGuidance }] = useAccessibility();
  const say = useEffectEvent((text: string) => {
    if (text) voice.say(text, 'instead');
  });
  const tellFocus = useEffectEvent(({ target }: Event) => {
    if (target instanceof Element) say(tellControl(target, t));
  });
  const tellState = useEffectEvent(({ target }: Event) => {
    // The value is there after the page has answered the event.
    if (target instanceof Element) setTimeout(() => say(stateOf(target, t).join(', ')));
  });
  const tellStep = useEffectEvent((event: Event) => {
    const isSlider = event.target instanceof Element && event.target.matches('[role="slider"]');
    if (isSlider && (event as KeyboardEvent).key !== 'Tab') tellState(event);
  });

  useEffect(() => {
    if (!voiceGuidance) return;
    document.addEventListener('focusin', tellFocus);
    document.addEventListener('change', tellState);
    document.addEventListener('keyup', tellStep);
    return () => {
      document.removeEventListener('focusin', tellFocus);
      document.removeEventListener('change', tellState);
      document.removeEventListener('keyup', tellStep);
    };
  }, [voiceGuidance]);
}
