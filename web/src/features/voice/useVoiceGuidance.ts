/** Voice guidance: reads aloud the focused control, its changes and new errors. */
import { useEffect, useEffectEvent } from 'react';
import { useVoice } from '../../feedback/voice.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useAccessibility } from '../../storage/useAccessibility.ts';
import { describeControl, newProblems, stateOf } from './describeControl.ts';

export function useVoiceGuidance(): void {
  const { t } = useTranslation();
  const voice = useVoice();
  const [{ voiceGuidance }] = useAccessibility();
  const say = useEffectEvent((text: string) => {
    if (text) voice.say(text, 'replace');
  });
  const speakFocused = useEffectEvent(({ target }: Event) => {
    if (target instanceof Element) say(describeControl(target, t));
  });
  /** A control may have been focused before the listeners were added. */
  const speakActive = useEffectEvent(() => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) say(describeControl(activeElement, t));
  });
  const speakState = useEffectEvent(({ target }: Event) => {
    // The value is updated after the page has handled the event.
    if (target instanceof Element) setTimeout(() => say(stateOf(target, t).join(', ')));
  });
  const speakStep = useEffectEvent((event: Event) => {
    const isSlider = event.target instanceof Element && event.target.matches('[role="slider"]');
    if (isSlider && (event as KeyboardEvent).key !== 'Tab') speakState(event);
  });

  const speakProblems = useEffectEvent((changes: MutationRecord[]) => {
    for (const problem of newProblems(changes)) voice.say(problem);
  });

  useEffect(() => {
    if (!voiceGuidance) return;
    speakActive();
    // A form with errors keeps the focus or moves it to the first error.
    const speakAfterSubmit = () => void setTimeout(speakActive);
    const problems = new MutationObserver((changes) => speakProblems(changes));
    problems.observe(document.body, { childList: true, subtree: true });
    const listeners = {
      submit: speakAfterSubmit,
      focusin: (event: Event) => speakFocused(event),
      change: (event: Event) => speakState(event),
      keyup: (event: Event) => speakStep(event),
    };
    const entries = Object.entries(listeners);
    for (const [name, listener] of entries) document.addEventListener(name, listener);
    return () => {
      problems.disconnect();
      for (const [name, listener] of entries) document.removeEventListener(name, listener);
    };
  }, [voiceGuidance]);
}
