/** An honest word on pages whose content comes with a later step, and a way on. */
import { useTranslation } from '../i18n/I18n.tsx';
import { paths } from '../paths.ts';
import { Card } from '../ui/Card.tsx';
import { Stack } from '../ui/Stack.tsx';
import { TextLink } from '../ui/TextLink.tsx';

export function BeingBuilt() {
  const { t } = useTranslation();
  return (
    <Card>
      <Stack>
        <p>{t('pages.soon.note')}</p>
        <p>
          <TextLink to={paths.home}>{t('pages.soon.home')}</TextLink>
        </p>
      </Stack>
    </Card>
  );
}
