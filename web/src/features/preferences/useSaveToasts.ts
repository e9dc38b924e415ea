/** Shows toasts for saved changes, with an undo, and for failed ones, with a retry. */
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { storedKeys } from '../../storage/keys.ts';
import { writeStored } from '../../storage/store.ts';
import { useToasts } from '../../ui/overlays/toasts.ts';
import {
  type PreferencesSaved,
  preferencesFailedEvent,
  preferencesRetryEvent,
  preferencesSavedEvent,
} from './sync.ts';

const toastId = 'settings';

export function useSaveToasts(): void {
  const { t } = useTranslation();
  const toasts = useToasts();

  const handleSaved = useEffectEvent((event: Event) => {
    const { before, changed } = (event as PreferencesSaved).detail;
    const undo = () => {
      for (const name of changed) {
        writeStored(name, (before[name] ?? storedKeys[name].fallback) as never);
      }
    };
    toasts.add({
      id: toastId,
      level: 'app',
      text: t('settings.saved'),
      action: { label: t('settings.undo'), onPress: undo },
    });
  });
  const handleFailed = useEffectEvent(() => {
    toasts.add({
      id: toastId,
      level: 'app',
      isError: true,
      text: `${t('settings.saveFailed')}. ${t('settings.kept')}`,
      action: {
        label: t('app.retry'),
        onPress: () => window.dispatchEvent(new Event(preferencesRetryEvent)),
      },
    });
  });

  useEffect(() => {
    window.addEventListener(preferencesSavedEvent, handleSaved);
    window.addEventListener(preferencesFailedEvent, handleFailed);
    return () => {
      window.removeEventListener(preferencesSavedEvent, handleSaved);
      window.removeEventListener(preferencesFailedEvent, handleFailed);
      // The undo is not useful on another page.
      toasts.remove(toastId);
    };
  }, [toasts]);
}
