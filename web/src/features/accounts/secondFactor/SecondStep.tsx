/** The second step of a login: the code of the authenticator app, or a recovery code. */
import type { components } from '../../../api/schema.d.ts';
import { Form } from '../../../forms/Form.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { checkFactor, FactorField, FactorSwitch, factorBody, noFactor } from './FactorField.tsx';
import { useSecondStep } from './mutations.ts';

interface SecondStepProps {
  step: components['schemas']['SecondStep'];
  onBack: () => void;
}

export function SecondStep({ step, onBack }: SecondStepProps) {
  const { t } = useTranslation();
  const login = useSecondStep(step.id);
  const form = useForm(noFactor, checkFactor, login.error);
  return (
    <Card title={t('auth.secondStep.title')}>
      <Stack>
        <Form
          submitLabel={t('auth.form.login')}
          failure="auth.secondStep.failed"
          error={login.error}
          isPending={login.isPending}
          onSubmit={() => form.submit((values) => login.mutate(factorBody(values)))}
        >
          <FactorField form={form} hasFocus />
        </Form>
        <FactorSwitch form={form} />
        <Button look="quiet" onClick={onBack}>
          {t('auth.provider.back')}
        </Button>
      </Stack>
    </Card>
  );
}
