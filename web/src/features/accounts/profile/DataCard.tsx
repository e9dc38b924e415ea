/** Downloads everything stored about the user. */
import { failureTexts } from '../../../forms/failureTexts.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { saveFile } from '../saveFile.ts';
import { useExport } from './mutations.ts';

const fileName = 'halcyon-data.json';

export function DataCard() {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useExport();
  return (
    <Card title={t('profile.data.title')}>
      <Stack>
        <p>{t('profile.data.text')}</p>
        <Problem
          {...(error ? failureTexts(error, 'profile.data.failed', t) : { title: undefined })}
        />
        <div>
          <Button
            look="secondary"
            isPending={isPending}
            onClick={() => mutate(undefined, { onSuccess: save })}
          >
            {t('profile.data.download')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

function save(data: object): void {
  saveFile(fileName, JSON.stringify(data, null, 2), 'application/json');
}
