/** Two-step verification in the profile. */
import { lazy, Suspense, useState } from 'react';
import type { User } from '../../../api/session/types.ts';
import { failureTexts } from '../../../forms/failureTexts.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { useStartSecondFactor } from './mutations.ts';

// Few visits of the profile need them.
const TurnedOn = lazy(async () => ({ default: (await import('./TurnedOn.tsx')).TurnedOn }));
const Setup = lazy(async () => ({ default: (await import('./Setup.tsx')).Setup }));
const RecoveryCodes = lazy(async () => ({
  default: (await import('./RecoveryCodes.tsx')).RecoveryCodes,
}));

export function SecondFactorCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const start = useStartSecondFactor();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [wasShown, setWasShown] = useState(false);

  function handleTurnedOn(recoveryCodes: string[]) {
    setCodes(recoveryCodes);
    start.reset();
    toasts.add({ level: 'app', text: t('profile.secondFactor.turnedOn') });
  }
  function handleSaved() {
    setCodes(null);
    setWasShown(true);
  }
  if (!user.has_password && !user.has_second_factor) return null;
  return (
    <Card title={t('profile.secondFactor.title')}>
      <Suspense>
        {codes ? (
          <RecoveryCodes codes={codes} email={user.email} onDone={handleSaved} />
        ) : (
          <Stack>
            <p>{t('profile.secondFactor.text')}</p>
            {user.has_second_factor && (
              <TurnedOn user={user} hasFocus={wasShown} onCodes={setCodes} />
            )}
            {!user.has_second_factor && start.data && (
              <Setup setup={start.data} onTurnedOn={handleTurnedOn} onCancel={start.reset} />
            )}
            {!user.has_second_factor && !start.data && <TurnOn user={user} start={start} />}
          </Stack>
        )}
      </Suspense>
    </Card>
  );
}

interface TurnOnProps {
  user: User;
  start: ReturnType<typeof useStartSecondFactor>;
}

function TurnOn({ user, start }: TurnOnProps) {
  const { t } = useTranslation();
  if (user.needs_verification) return <p>{t('profile.secondFactor.unverified')}</p>;
  return (
    <>
      <Problem
        {...(start.error
          ? failureTexts(start.error, 'profile.secondFactor.failed', t)
          : { title: undefined })}
      />
      <div>
        <Button look="secondary" isPending={start.isPending} onClick={() => start.mutate()}>
          {t('profile.secondFactor.turnOn')}
        </Button>
      </div>
    </>
  );
}
