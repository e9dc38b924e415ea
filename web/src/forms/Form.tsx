/** The frame of every form: fields, what went wrong, one button, sent by Enter. What is wrong takes the focus. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorText } from '../api/errorText.ts';
import { useHaptics } from '../feedback/haptics.ts';
import { useTranslation } from '../i18n/I18n.tsx';
import type { TextKey } from '../i18n/texts.ts';
import { Button } from '../ui/actions/Button.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { Problem } from './Problem.tsx';

interface FormProps {
  submitLabel: string;
  look?: 'primary' | 'secondary' | 'danger';
  /** The sentence for a failure of this form; why it failed stands below it. */
  failure: TextKey;
  error: Error | null;
  /** What else is wrong, when no call has failed. */
  note?: string | undefined;
  isPending: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

export function Form({
  submitLabel,
  look = 'primary',
  failure,
  error,
  note,
  isPending,
  onSubmit,
  children,
}: FormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  const haptic = useHaptics();
  const tellMistake = useEffectEvent(() => haptic('error'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt or an answer is the reason to look for mistakes
  useEffect(() => {
    // The focused field is read out with its error.
    const mistake = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    mistake?.focus();
    if (mistake || error) tellMistake();
  }, [attempt, error]);

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAttempt(attempt + 1);
        onSubmit();
      }}
    >
      <Stack>
        <Problem title={error ? t(failure) : note} detail={error && t(errorText(error))} />
        {children}
        <Button
          type="submit"
          look={look}
          isPending={isPending}
          pendingLabel={t('auth.form.sending')}
        >
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
