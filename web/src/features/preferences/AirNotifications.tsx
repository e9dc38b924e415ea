/** Notifications about air and pollen: whether, and from which level on. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import type { AirSettings } from '../../storage/air.ts';
import { useStored } from '../../storage/useStored.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import styles from './NotificationsForm.module.css';

const indexLevels = ['moderate', 'poor', 'very_poor', 'extremely_poor'] as const;
const pollenLevels = ['moderate', 'high', 'very_high'] as const;

export function AirNotifications({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation();
  const [settings, setSettings] = useStored('air');
  const set = (change: Partial<AirSettings>) => setSettings({ ...settings, ...change });
  return (
    <fieldset className={styles.hazards}>
      <legend>{t('settings.notifications.air.title')}</legend>
      <Switch
        label={t('settings.notifications.air.notify')}
        hint={t('settings.notifications.air.notifyHint')}
        isOn={settings.notify}
        isDisabled={isDisabled}
        onChange={(notify) => set({ notify })}
      />
      {settings.notify && (
        <Stack>
          <Select
            label={t('settings.notifications.air.indexLevel')}
            value={settings.index_level}
            options={indexLevels.map((value) => ({
              value,
              label: t(`air.level.european.${value}`),
            }))}
            onChange={(level) => set({ index_level: level })}
          />
          <Select
            label={t('settings.notifications.air.pollenLevel')}
            hint={t('settings.notifications.air.pollenHint')}
            value={settings.pollen_level}
            options={pollenLevels.map((value) => ({
              value,
              label: t(`air.level.pollen.${value}`),
            }))}
            onChange={(level) => set({ pollen_level: level })}
          />
          <p>
            <TextLink to={paths.air}>{t('settings.notifications.air.choose')}</TextLink>
          </p>
        </Stack>
      )}
    </fieldset>
  );
}
