/** The password and the second factor of an account. */
import type { FieldErrors } from '../../../forms/checks.ts';
import { Form } from '../../../forms/Form.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { Stack } from '../../../ui/layout/Stack.tsx';
import type { PasswordFormProps } from '../PasswordForm.tsx';
import { PasswordInput } from '../PasswordInput.tsx';
import {
  checkFactor,
  FactorField,
  FactorSwitch,
  type FactorValues,
  factorBody,
  noFactor,
} from './FactorField.tsx';

interface PasswordAndFactor extends FactorValues {
  password: string;
}

interface PasswordAndFactorFormProps extends Omit<PasswordFormProps, 'onPassword'> {
  onSubmit: (answer: { password: string; code?: string; recovery_code?: string }) => void;
}

export function PasswordAndFactorForm({ onSubmit, ...props }: PasswordAndFactorFormProps) {
  const form = useForm({ ...noFactor, password: '' }, check, props.error);
  return (
    <Stack>
      <Form
        {...props}
        onSubmit={() =>
          form.submit(({ password, ...factor }) => onSubmit({ password, ...factorBody(factor) }))
        }
      >
        <PasswordInput
          value={form.values.password}
          onChange={(password) => form.set({ password })}
          error={form.problem('password')}
        />
        <FactorField form={form} />
      </Form>
      <FactorSwitch form={form} />
    </Stack>
  );
}

function check({ password, ...factor }: PasswordAndFactor): FieldErrors<PasswordAndFactor> {
  return {
    password: password === '' ? 'auth.passwordRequired' : undefined,
    ...checkFactor(factor),
  };
}
