/** Restores the old e-mail address with the link from a mail when the button is pressed. */
import { errorText } from '../../../api/errorText.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useRevertEmail } from '../mutations.ts';

export function RevertEmail({ token }: { token: string }) {
  const { t } = useTranslation();
  const { mutate: revert, isPending, isSuccess, error } = useRevertEmail();
  if (isSuccess) return <p role="status">{t('revert.done')}</p>;
  return (
    <Stack>
      <Problem
        title={error ? t('revert.failed') : undefined}
        detail={error ? t(errorText(error)) : null}
      />
      <p>{t('revert.text')}</p>
      <div>
        <Button isPending={isPending} onClick={() => revert(token)}>
          {t('revert.confirm')}
        </Button>
      </div>
    </Stack>
  );
}
