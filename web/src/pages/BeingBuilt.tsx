/** An honest word on pages whose content comes with a later step, and a way on. */
import { Link } from 'react-router';
import { useTranslation } from '../i18n/I18n.tsx';
import { paths } from '../paths.ts';
import { Card } from '../ui/Card.tsx';

export function BeingBuilt() {
  const { t } = useTranslation();
  return (
    <Card>
      <p>{t('pages.soon.note')}</p>
      <p>
        <Link to={paths.home}>{t('pages.soon.home')}</Link>
      </p>
    </Card>
  );
}
