/** Shares a place as a link: with the device's share sheet, else by copying it to the clipboard. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { linkToPlace } from './sharedPlace.ts';

export function useSharePlace(place: Place): () => void {
  const { t, language } = useTranslation();
  const [units] = useStored('units');
  const toasts = useToasts();

  async function share() {
    const url = linkToPlace(location.origin, place, language, units);
    try {
      if (navigator.share) {
        await navigator.share({ title: t('weather.title', { place: place.name }), url });
        return;
      }
      await navigator.clipboard.writeText(url);
      toasts.add({ level: 'app', text: t('home.share.copied') });
    } catch (error) {
      // The user closed the share sheet, which is not an error.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toasts.add({ level: 'app', isError: true, text: t('home.share.failed') });
    }
  }

  return () => void share();
}
