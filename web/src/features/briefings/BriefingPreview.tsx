/** The next briefing as the server would write it by the forecast of now. */
import { useTranslation } from '../../i18n/I18n.tsx';
import styles from './Briefings.module.css';
import { deviceTimeZone } from './deviceTimeZone.ts';
import { usePreview } from './queries.ts';

export function BriefingPreview({ place }: { place: string }) {
  const { t, format } = useTranslation();
  const { data, isError } = usePreview(place);
  const time = data && format.timeOrDay(data.next_at, deviceTimeZone(), new Date());
  return (
    <section className={styles.preview} aria-label={t('settings.briefings.preview')}>
      <p className={styles.hint}>
        {time ? t('settings.briefings.previewFor', { time }) : t('settings.briefings.preview')}
      </p>
      <div aria-live="polite">
        {data?.text && (
          <>
            <p className={styles.title}>{data.title}</p>
            <p>{data.text}</p>
          </>
        )}
        {data && !data.text && <p>{t('settings.briefings.previewMissing')}</p>}
        {isError && <p>{t('settings.briefings.previewFailed')}</p>}
      </div>
      {data?.is_simulated && (
        <p className={styles.hint}>{t('settings.briefings.previewSimulated')}</p>
      )}
    </section>
  );
}
