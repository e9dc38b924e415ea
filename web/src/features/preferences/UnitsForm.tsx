/** The unit of every measure, each with an example; every choice applies at once. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import { type Units, unitChoices } from '../../storage/values.ts';
import { SegmentedControl } from '../../ui/inputs/SegmentedControl.tsx';
import { createMeasures, speedUnits } from '../../units/measures.ts';
import styles from './UnitsForm.module.css';
import { unitsOfSystem } from './unitSystems.ts';

/** A fresh spring day, in metric units. */
const example = {
  celsius: 21,
  millimeters: 2.5,
  metersPerSecond: 6,
  hectopascals: 1013,
  meters: 12_000,
};

const intlUnits = { ...speedUnits, km: 'kilometer', mi: 'mile' };

export function UnitsForm() {
  const { t, format } = useTranslation();
  const [units, setUnits] = useStored('units');
  const measures = createMeasures(units, format.locale);
  const names: Record<string, string> = {
    ...namesIn(format.locale),
    celsius: '°C',
    fahrenheit: '°F',
    inches: t('settings.units.inches'),
    metric: t('settings.units.metric'),
    imperial: t('settings.units.imperial'),
  };
  const control = <K extends keyof Units>(
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
  const unit = (key: Exclude<keyof Units, 'unitSystem'>, value: string) => (
    <div className={key === 'windSpeed' ? styles.wide : undefined}>
      {control(key, t(`settings.units.${key}`), (chosen) => ({ ...units, [key]: chosen }))}
      <p className={styles.example}>{t('settings.units.example', { value })}</p>
    </div>
  );
  return (
    <div className={styles.units}>
      <div className={styles.wide}>
        {control('unitSystem', t('settings.units.system'), unitsOfSystem)}
      </div>
      {unit('temperature', measures.temperature(example.celsius))}
      {unit('precipitation', measures.precipitation(example.millimeters))}
      {unit('windSpeed', measures.speed(example.metersPerSecond))}
      {unit('pressure', measures.pressure(example.hectopascals))}
      {unit('distance', measures.distance(example.meters))}
    </div>
  );
}

/** Unit names as written beside a number: `m/sn` in Turkish. */
function namesIn(locale: string): Record<string, string> {
  const name = (unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
      .formatToParts(1)
      .find(({ type }) => type === 'unit')?.value ?? unit;
  return Object.fromEntries(
    Object.entries(intlUnits).map(([choice, unit]) => [choice, name(unit)]),
  );
}
