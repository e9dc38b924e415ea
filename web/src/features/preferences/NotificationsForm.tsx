/** The notification settings; every choice applies at once. */
import type { ReactNode } from 'react';
import { useHasMail } from '../../api/config.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import { hazardKinds, type NotificationSettings } from '../../storage/values.ts';
import { Field } from '../../ui/inputs/Field.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { AirNotifications } from './AirNotifications.tsx';
import styles from './NotificationsForm.module.css';
import { RainNotifications } from './RainNotifications.tsx';

const severities = ['info', 'moderate', 'severe'] as const;
/** Used when quiet hours are switched on. */
const defaultQuietHours = { from: '22:00', until: '07:00' };
const noQuietHours = { from: '00:00', until: '00:00' };

interface NotificationsFormProps {
  /** Whether this device receives push notifications, and the control to change it. */
  pushControl: ReactNode;
}

export function NotificationsForm({ pushControl }: NotificationsFormProps) {
  const { t } = useTranslation();
  const [settings, setSettings] = useStored('notifications');
  const hasMail = useHasMail();
  const set = (change: Partial<NotificationSettings>) => setSettings({ ...settings, ...change });
  const { turnOffAll, quietHours } = settings;
  const isQuiet = quietHours.from !== quietHours.until;
  const channel = (name: 'email' | 'push' | 'weatherAlerts') => (
    <Switch
      label={t(`settings.notifications.${name}`)}
      hint={t(`settings.notifications.${name}Hint`)}
      isOn={settings[name]}
      isDisabled={turnOffAll}
      onChange={(isOn) => set({ [name]: isOn })}
    />
  );

  return (
    <Stack>
      <div>
        {channel('weatherAlerts')}
        {hasMail && channel('email')}
        {channel('push')}
        <div className={styles.device}>{pushControl}</div>
        <Switch
          label={t('settings.notifications.turnOffAll')}
          hint={t('settings.notifications.turnOffAllHint')}
          isOn={turnOffAll}
          onChange={(isOn) => set({ turnOffAll: isOn })}
        />
      </div>
      <Select
        label={t('settings.notifications.severityFloor')}
        value={settings.severityFloor}
        options={severities.map((value) => ({
          value,
          label: t(`settings.notifications.${value}`),
        }))}
        onChange={(severityFloor) => set({ severityFloor })}
      />
      <fieldset className={styles.hazards}>
        <legend>{t('settings.notifications.hazards.title')}</legend>
        <p className={styles.hint}>{t('settings.notifications.hazards.hint')}</p>
        {hazardKinds.map((kind) => (
          <Switch
            key={kind}
            label={t(`settings.notifications.hazards.${kind}`)}
            isOn={settings.hazards[kind]}
            isDisabled={turnOffAll || !settings.weatherAlerts}
            onChange={(isOn) => set({ hazards: { ...settings.hazards, [kind]: isOn } })}
          />
        ))}
      </fieldset>
      <RainNotifications isDisabled={turnOffAll || !settings.weatherAlerts} />
      <AirNotifications isDisabled={turnOffAll || !settings.weatherAlerts} />
      <Switch
        label={t('settings.notifications.quietHours')}
        hint={t('settings.notifications.quietHoursHint')}
        isOn={isQuiet}
        onChange={(isOn) => set({ quietHours: isOn ? defaultQuietHours : noQuietHours })}
      />
      {isQuiet && (
        <div className={styles.hours}>
          <Field
            type="time"
            label={t('settings.notifications.from')}
            name="quietFrom"
            value={quietHours.from}
            onChange={(from) => from && set({ quietHours: { ...quietHours, from } })}
          />
          <Field
            type="time"
            label={t('settings.notifications.until')}
            name="quietUntil"
            value={quietHours.until}
            onChange={(until) => until && set({ quietHours: { ...quietHours, until } })}
          />
        </div>
      )}
    </Stack>
  );
}
