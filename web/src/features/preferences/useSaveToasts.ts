/** Says on the page that a change was saved, with a way back, or that it was not. */
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { storedKeys } from '../../storage/keys.ts';
import { writeStored } from '../../storage/store.ts';
import { useToasts } from '../../ui/toasts.ts';
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

  const saved = useEffectEvent((event: Event) => {
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
  const failed = useEffectEvent(() => {
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
    window.addEventListener(preferencesSavedEvent, saved);
    window.addEventListener(preferencesFailedEvent, failed);
    return () => {
      window.removeEventListener(preferencesSavedEvent, saved);
      window.removeEventListener(preferencesFailedEvent, failed);
      // An offer to undo makes no sense on another page.
      toasts.remove(toastId);
    };
  }, [toasts]);
}
