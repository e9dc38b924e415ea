/** Says aloud what has the focus and how it changes, for people who asked to be guided by voice. */
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useVoice } from '../../senses/voice.ts';
import { useAccessibility } from '../../storage/useAccessibility.ts';
import { describeControl, newProblems, stateOf } from './describeControl.ts';

export function useVoiceGuidance(): void {
  const { t } = useTranslation();
  const voice = useVoice();
  const [{ voiceGuidance }] = useAccessibility();
  const say = useEffectEvent((text: string) => {
    if (text) voice.say(text, 'instead');
  });
  const tellFocus = useEffectEvent(({ target }: Event) => {
    if (target instanceof Element) say(describeControl(target, t));
  });
  /** Something may have had the focus before anybody listened. */
  const tellPresent = useEffectEvent(() => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) say(describeControl(activeElement, t));
  });
  const tellState = useEffectEvent(({ target }: Event) => {
    // The value is there after the page has answered the event.
    if (target instanceof Element) setTimeout(() => say(stateOf(target, t).join(', ')));
  });
  const tellStep = useEffectEvent((event: Event) => {
    const isSlider = event.target instanceof Element && event.target.matches('[role="slider"]');
    if (isSlider && (event as KeyboardEvent).key !== 'Tab') tellState(event);
  });

  const tellProblems = useEffectEvent((changes: MutationRecord[]) => {
    for (const problem of newProblems(changes)) voice.say(problem);
  });

  useEffect(() => {
    if (!voiceGuidance) return;
    tellPresent();
    // A form that was refused leaves the focus where it is, or moves it to what is wrong.
    const tellAnswer = () => void setTimeout(tellPresent);
    const problems = new MutationObserver((changes) => tellProblems(changes));
    problems.observe(document.body, { childList: true, subtree: true });
    const listeners = {
      submit: tellAnswer,
      focusin: (event: Event) => tellFocus(event),
      change: (event: Event) => tellState(event),
      keyup: (event: Event) => tellStep(event),
    };
    const entries = Object.entries(listeners);
    for (const [name, listener] of entries) document.addEventListener(name, listener);
    return () => {
      problems.disconnect();
      for (const [name, listener] of entries) document.removeEventListener(name, listener);
    };
  }, [voiceGuidance]);
}
