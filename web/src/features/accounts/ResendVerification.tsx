/** A button that sends the confirmation mail again. */
import { errorText } from '../../api/errorText.ts';
import { failureTexts } from '../../forms/failureTexts.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { useResendVerification } from './mutations.ts';

export function ResendVerification({ email }: { email: string }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const resend = useResendVerification();
  const handleResend = () =>
    resend.mutate(undefined, {
      onSuccess: () => toasts.add({ level: 'app', text: t('verify.resent', { email }) }),
      onError: (error) => {
        const { title } = failureTexts(error, errorText(error), t);
        toasts.add({ level: 'app', isError: true, text: title });
      },
    });
  return (
    <Button look="secondary" isPending={resend.isPending} onClick={handleResend}>
      {t('verify.resend')}
    </Button>
  );
}
