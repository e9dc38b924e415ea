/** The list of shortcuts in a dialog, available on every page. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ShortcutList } from './ShortcutList.tsx';

export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('shortcuts.title')}
      actions={<Button onClick={onClose}>{t('app.close')}</Button>}
    >
      <ShortcutList />
    </Dialog>
  );
}
