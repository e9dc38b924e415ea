/** Unsubscribes from weather mails with the link from one. It needs a press, because mail scanners open every link. */
import { useMutation } from '@tanstack/react-query';
import { parseApiError } from '../../api/errors.ts';
import { errorText } from '../../api/errorText.ts';
import { sendRequest } from '../../api/sendRequest.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';

export function Unsubscribe({ token }: { token: string | null }) {
  const { t } = useTranslation();
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: unsubscribe });
  if (isSuccess) return <p role="status">{t('unsubscribe.done')}</p>;
  return (
    <Stack>
      <Problem
        title={token === null || error ? t('unsubscribe.failed') : undefined}
        detail={t(error ? errorText(error) : 'unsubscribe.incomplete')}
      />
      {(token === null || error) && (
        <p>
          {t('unsubscribe.otherWay')} <TextLink to={paths.settings}>{t('pages.settings')}</TextLink>
        </p>
      )}
      {token !== null && (
        <>
          <p>{t('unsubscribe.text')}</p>
          <div>
            <Button isPending={isPending} onClick={() => mutate(token)}>
              {t('unsubscribe.action')}
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}

/** The same request as a mail program's own unsubscribe button (RFC 8058): a form without a session. */
async function unsubscribe(token: string): Promise<void> {
  const address = new URL(`/api/unsubscribe/${encodeURIComponent(token)}`, location.origin);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const response = await sendRequest(new Request(address, { method: 'POST', body }));
  if (!response.ok) throw await parseApiError(response);
}
