/** Notifications before rain arrives: whether, how long before, from which rain on and in which hours. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Field } from '../../ui/inputs/Field.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import styles from './NotificationsForm.module.css';
import { rainFloors, useRainSettings } from './rainSettings.ts';

const leadMinutes = [10, 15, 20, 30, 45, 60];

export function RainNotifications({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation();
  const [settings, set] = useRainSettings();
  return (
    <fieldset className={styles.hazards}>
      <legend>{t('settings.notifications.rain.title')}</legend>
      <Switch
        label={t('settings.notifications.rain.notify')}
        hint={t('settings.notifications.rain.notifyHint')}
        isOn={settings?.notify ?? false}
        isDisabled={isDisabled || !settings}
        onChange={(notify) => set({ notify })}
      />
      {settings?.notify && (
        <Stack>
          <Select
            label={t('settings.notifications.rain.lead')}
            value={String(settings.lead_minutes)}
            options={leadMinutes.map((minutes) => ({
              value: String(minutes),
              label: t('settings.notifications.rain.minutes', { minutes }),
            }))}
            onChange={(minutes) => set({ lead_minutes: Number(minutes) })}
          />
          <Select
            label={t('settings.notifications.rain.floor')}
            value={settings.floor}
            options={rainFloors.map((value) => ({
              value,
              label: t(`settings.notifications.rain.${value}`),
            }))}
            onChange={(floor) => set({ floor })}
          />
          <div className={styles.hours}>
            <Field
              type="time"
              label={t('settings.notifications.rain.from')}
              name="rainFrom"
              value={settings.from}
              onChange={(from) => from && set({ from })}
            />
            <Field
              type="time"
              label={t('settings.notifications.rain.until')}
              name="rainUntil"
              value={settings.until}
              onChange={(until) => until && set({ until })}
            />
          </div>
          <p className={styles.hint}>{t('settings.notifications.rain.hours')}</p>
        </Stack>
      )}
    </fieldset>
  );
}
