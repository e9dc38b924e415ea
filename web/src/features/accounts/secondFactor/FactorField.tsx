/** The field for the second factor: a code of the authenticator app or, after a switch, a recovery code. */
import { useEffect, useRef } from 'react';
import type { FieldErrors } from '../../../forms/checks.ts';
import type { FormState } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Field } from '../../../ui/inputs/Field.tsx';

export interface FactorValues {
  code: string;
  recoveryCode: string;
  isRecovery: boolean;
}

type FactorForm = Pick<FormState<FactorValues>, 'values' | 'set' | 'problem'>;

export const noFactor: FactorValues = { code: '', recoveryCode: '', isRecovery: false };

export function checkFactor({ code, recoveryCode, isRecovery }: FactorValues) {
  const isMissing = (isRecovery ? recoveryCode : code).trim() === '';
  const problem = isMissing ? ('auth.secondStep.codeRequired' as const) : undefined;
  const errors: FieldErrors<FactorValues> = isRecovery
    ? { recoveryCode: problem }
    : { code: problem };
  return errors;
}

/** As the server reads it. */
export function factorBody({ code, recoveryCode, isRecovery }: FactorValues) {
  return isRecovery ? { recovery_code: recoveryCode } : { code };
}

interface FactorFieldProps {
  form: FactorForm;
  /** Takes the focus when it appears; after a switch it always does. */
  hasFocus?: boolean;
}

export function FactorField({ form, hasFocus = false }: FactorFieldProps) {
  const { t } = useTranslation();
  const { values, set, problem } = form;
  const { isRecovery } = values;
  const input = useRef<HTMLInputElement>(null);
  const takesFocus = useRef(hasFocus);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a switch shows another field
  useEffect(() => {
    if (takesFocus.current) input.current?.focus();
    takesFocus.current = true;
  }, [isRecovery]);

  if (isRecovery) {
    return (
      <Field
        key="recovery"
        ref={input}
        label={t('auth.secondStep.recoveryCode')}
        name="recovery_code"
        autoComplete="off"
        hint={t('auth.secondStep.recoveryText')}
        value={values.recoveryCode}
        onChange={(recoveryCode) => set({ recoveryCode })}
        error={problem('recoveryCode', 'recovery_code')}
      />
    );
  }
  return (
    <Field
      key="code"
      ref={input}
      label={t('auth.secondStep.code')}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      hint={t('auth.secondStep.text')}
      value={values.code}
      onChange={(code) => set({ code })}
      error={problem('code')}
    />
  );
}

export function FactorSwitch({ form: { values, set } }: { form: FactorForm }) {
  const { t } = useTranslation();
  return (
    <Button look="quiet" onClick={() => set({ isRecovery: !values.isRecovery })}>
      {t(values.isRecovery ? 'auth.secondStep.useApp' : 'auth.secondStep.useRecovery')}
    </Button>
  );
}
