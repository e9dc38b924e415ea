/** Two-step verification that is on: its state, and buttons for new recovery codes and to turn it off. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import type { User } from '../../../api/session/types.ts';
import { failureTexts } from '../../../forms/failureTexts.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { TextKey } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import { profileQueries } from '../profile/queries.ts';
import { useNewRecoveryCodes, useTurnOff } from './mutations.ts';
import styles from './SecondFactor.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';

/** From this number of recovery codes on, new ones are suggested. */
const few = 3;

interface TurnedOnProps {
  user: User;
  hasFocus: boolean;
  onCodes: (codes: string[]) => void;
}

export function TurnedOn({ user, hasFocus, onCodes }: TurnedOnProps) {
  const { t, format } = useTranslation();
  const toasts = useToasts();
  const { data, error, isLoading } = useQuery(profileQueries.secondFactor(useApi(), user.id));
  const [asked, setAsked] = useState<'off' | 'renew' | null>(null);
  const state = useFocusOnMount<HTMLParagraphElement>(hasFocus);
  const renew = useNewRecoveryCodes(onCodes);
  const turnOff = useTurnOff(() =>
    toasts.add({ level: 'app', text: t('profile.secondFactor.turnedOff') }),
  );

  if (isLoading) return <Skeleton height="3rem" />;
  const left = data?.recovery_codes_left ?? 0;
  return (
    <>
      {error && <Problem {...failureTexts(error, 'profile.secondFactor.listFailed', t)} />}
      {data?.turned_on_at && (
        <p ref={state} tabIndex={-1} className={classNames(styles.target, styles.state)}>
          {t('profile.secondFactor.on', { date: format.shortDate(data.turned_on_at) })}
          {' · '}
          {t('profile.secondFactor.left', { count: left })}
        </p>
      )}
      {data && left <= few && <p>{t('profile.secondFactor.few')}</p>}
      <div className={styles.actions}>
        <Button look="secondary" onClick={() => setAsked('renew')}>
          {t('profile.secondFactor.renew')}
        </Button>
        <Button look="secondary" onClick={() => setAsked('off')}>
          {t('profile.secondFactor.turnOff')}
        </Button>
      </div>
      {asked === 'off' && (
        <Question
          title="profile.secondFactor.turnOffTitle"
          text="profile.secondFactor.turnOffText"
          confirm="profile.secondFactor.turnOff"
          action={turnOff}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'renew' && (
        <Question
          title="profile.secondFactor.renewTitle"
          text="profile.secondFactor.renewText"
          confirm="profile.secondFactor.renewConfirm"
          action={renew}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface QuestionProps {
  title: TextKey;
  text: TextKey;
  confirm: TextKey;
  action: { mutate: () => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

function Question({ title, text, confirm, action, onClose }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={onClose}
      title={t(title)}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button look="danger" isPending={action.isPending} onClick={() => action.mutate()}>
            {t(confirm)}
          </Button>
        </>
      }
    >
      <p>{t(text)}</p>
      <Problem
        {...(action.error
          ? failureTexts(action.error, 'profile.secondFactor.failed', t)
          : { title: undefined })}
      />
    </Dialog>
  );
}
