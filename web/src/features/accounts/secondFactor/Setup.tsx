/** Connects an authenticator app: a QR code or a key for it, and the first code from it. */
import type { components } from '../../../api/schema.d.ts';
import { Form } from '../../../forms/Form.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Field } from '../../../ui/inputs/Field.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useTurnOn } from './mutations.ts';
import styles from './SecondFactor.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';

type SecondFactorSetup = components['schemas']['SecondFactorSetup'];

/** The white border that readers need, in modules. */
const border = 4;

interface SetupProps {
  setup: SecondFactorSetup;
  onTurnedOn: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

export function Setup({ setup, onTurnedOn, onCancel }: SetupProps) {
  const { t } = useTranslation();
  const turnOn = useTurnOn(onTurnedOn);
  const form = useForm({ code: '' }, check, turnOn.error);
  const text = useFocusOnMount<HTMLParagraphElement>();
  return (
    <Stack>
      <p ref={text} tabIndex={-1} className={styles.target}>
        {t('profile.secondFactor.scan')}
      </p>
      <QrCode {...setup.qr} label={t('profile.secondFactor.qr')} />
      <div className={styles.key}>
        <p>{t('profile.secondFactor.byHand')}</p>
        <code className={styles.code}>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <p>
          <TextLink to={setup.uri}>{t('profile.secondFactor.openApp')}</TextLink>
        </p>
      </div>
      <Form
        submitLabel={t('profile.secondFactor.confirm')}
        failure="profile.secondFactor.failed"
        error={turnOn.error}
        isPending={turnOn.isPending}
        onSubmit={() => form.submit(({ code }) => turnOn.mutate({ id: setup.id, code }))}
      >
        <Field
          label={t('auth.secondStep.code')}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          hint={t('profile.secondFactor.enter')}
          value={form.values.code}
          onChange={(code) => form.set({ code })}
          error={form.problem('code')}
        />
      </Form>
      <Button look="secondary" onClick={onCancel}>
        {t('app.cancel')}
      </Button>
    </Stack>
  );
}

interface QrCodeProps {
  size: number;
  path: string;
  label: string;
}

function QrCode({ size, path, label }: QrCodeProps) {
  const side = size + 2 * border;
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.qr}
      viewBox={`${-border} ${-border} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

function check({ code }: { code: string }) {
  return { code: code.trim() === '' ? ('auth.secondStep.codeRequired' as const) : undefined };
}
