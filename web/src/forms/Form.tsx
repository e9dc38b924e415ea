/** The frame of every form: fields, error message and submit button. The first invalid field takes the focus. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHaptics } from '../feedback/haptics.ts';
import { useTranslation } from '../i18n/I18n.tsx';
import type { TextKey } from '../i18n/texts.ts';
import { Button } from '../ui/actions/Button.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { failureTexts } from './failureTexts.ts';
import { Problem } from './Problem.tsx';

interface FormProps {
  submitLabel: string;
  look?: 'primary' | 'secondary' | 'danger';
  /** The headline of a failed submission; the reason is shown below it. */
  failure: TextKey;
  error: Error | null;
  /** An error to show when no request has failed. */
  note?: string | undefined;
  isPending: boolean;
  onSubmit: () => void;
  /** A second way to submit the same fields. */
  other?: { label: string; isPending: boolean; onSubmit: () => void } | undefined;
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
  other,
  children,
}: FormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  const haptic = useHaptics();
  const vibrateOnError = useEffectEvent(() => haptic('error'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt and each response can bring new errors
  useEffect(() => {
    // A screen reader reads a focused field together with its error.
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
    if (invalid || error) vibrateOnError();
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
        <Problem {...(error ? failureTexts(error, failure, t) : { title: note })} />
        {children}
        <Button
          type="submit"
          look={look}
          isPending={isPending}
          pendingLabel={t('auth.form.sending')}
        >
          {submitLabel}
        </Button>
        {other && (
          <Button
            look="secondary"
            isPending={other.isPending}
            pendingLabel={t('auth.form.sending')}
            onClick={() => {
              setAttempt(attempt + 1);
              other.onSubmit();
            }}
          >
            {other.label}
          </Button>
        )}
      </Stack>
    </form>
  );
}
