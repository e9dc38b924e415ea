/** The recent searches, which can be chosen again or cleared. */
import { useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { nameLimits, shortName } from '../../../units/shortName.ts';
import { RowButton } from '../RowButton.tsx';
import type { FoundPlace } from '../search/placeQueries.ts';
import { placeOfEntry, useClearHistory, useHistory } from './queries.ts';
import styles from './SearchHistory.module.css';

const initiallyShown = 8;

export function SearchHistory({ onChoose }: { onChoose: (place: FoundPlace) => void }) {
  const { t } = useTranslation();
  const { entries, error } = useHistory();
  const [isAll, setIsAll] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const shown = isAll ? entries : entries.slice(0, initiallyShown);
  const clearButton = entries.length > 0 && (
    <Button look="quiet" className={styles.clear} onClick={() => setIsConfirming(true)}>
      {t('locations.history.clear')}
    </Button>
  );
  return (
    <Card title={t('locations.history.title')} aside={clearButton || undefined}>
      {error && <p role="alert">{t('locations.history.failed')}</p>}
      {!error && entries.length === 0 && (
        <p className={styles.none}>{t('locations.history.none')}</p>
      )}
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((entry) => (
            <li key={`${entry.latitude} ${entry.longitude}`}>
              <RowButton className={styles.entry} onClick={() => onChoose(placeOfEntry(entry))}>
                <Icon name="dial" size={1.25} />
                <span title={entry.name}>
                  {shortName(entry.name, nameLimits.row)}
                  {entry.address && <span className={styles.address}>{entry.address}</span>}
                </span>
              </RowButton>
            </li>
          ))}
        </ul>
      )}
      {shown.length < entries.length && (
        <Button look="quiet" onClick={() => setIsAll(true)}>
          {t('locations.history.all')}
        </Button>
      )}
      {isConfirming && <ClearDialog onClose={() => setIsConfirming(false)} />}
    </Card>
  );
}

function ClearDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const clear = useClearHistory({
    onSuccess: () => toasts.add({ level: 'app', text: t('locations.history.cleared') }),
    onError: () =>
      toasts.add({ level: 'app', isError: true, text: t('locations.history.clearFailed') }),
  });

  function handleClear() {
    clear.mutate();
    onClose();
  }

  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={t('locations.history.clear')}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button look="danger" onClick={handleClear}>
            {t('locations.history.clear')}
          </Button>
        </>
      }
    >
      <p>{t('locations.history.clearQuestion')}</p>
    </Dialog>
  );
}
