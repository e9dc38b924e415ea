/** Deletes the account, after a dialog. */
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';

// Few visits of the profile need it.
const DeletionDialog = lazy(async () => ({
  default: (await import('./DeletionDialog.tsx')).DeletionDialog,
}));

interface DeleteAccountProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function DeleteAccount({ isOpen, onOpenChange }: DeleteAccountProps) {
  const { t } = useTranslation();
  // Stays mounted once opened, so that it can animate out.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <Card title={t('profile.delete.title')}>
      <Stack>
        <p>{t('profile.delete.text')}</p>
        <div>
          <Button look="danger" onClick={() => onOpenChange(true)}>
            {t('profile.delete.open')}
          </Button>
        </div>
      </Stack>
      {wasOpen && (
        <Suspense>
          <DeletionDialog isOpen={isOpen} onClose={() => onOpenChange(false)} />
        </Suspense>
      )}
    </Card>
  );
}
