/** The units of every measure, acting at once. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import { type Units, unitChoices } from '../../storage/values.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import styles from './UnitsForm.module.css';
import { withSystem } from './units.ts';

export function UnitsForm() {
  const { t } = useTranslation();
  const [units, setUnits] = useStored('units');
  /** Units are written alike everywhere, but for the words. */
  const names: Record<string, string> = {
    celsius: '°C',
    fahrenheit: '°F',
    inches: t('settings.units.inches'),
    metric: t('settings.units.metric'),
    imperial: t('settings.units.imperial'),
  };
  const choice = <K extends keyof Units>(
    key: K,
    label: string,
    change: (value: Units[K]) => Units,
  ) => (
    <SegmentedControl<Units[K]>
      label={label}
      value={units[key]}
      options={unitChoices[key].map((value) => ({ value, label: names[value] ?? value }))}
      onChange={(value) => setUnits(change(value))}
    />
  );
  return (
    <div className={styles.units}>
      {choice('unitSystem', t('settings.units.system'), withSystem)}
      {choice('temperature', t('settings.units.temperature'), (temperature) => ({
        ...units,
        temperature,
      }))}
      {choice('precipitation', t('settings.units.precipitation'), (precipitation) => ({
        ...units,
        precipitation,
      }))}
      {choice('windSpeed', t('settings.units.windSpeed'), (windSpeed) => ({ ...units, windSpeed }))}
      {choice('pressure', t('settings.units.pressure'), (pressure) => ({ ...units, pressure }))}
      {choice('distance', t('settings.units.distance'), (distance) => ({ ...units, distance }))}
    </div>
  );
}
