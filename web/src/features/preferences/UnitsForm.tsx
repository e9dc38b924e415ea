/** The unit of every measure and the clock, each with an example; every choice applies at once. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import { type Units, unitChoices } from '../../storage/values.ts';
import { SegmentedControl } from '../../ui/inputs/SegmentedControl.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { createMeasures } from '../../units/measures.ts';
import styles from './UnitsForm.module.css';
import { unitsOfSystem } from './unitSystems.ts';
import { useUnitNames } from './useUnitNames.ts';

/** A fresh spring afternoon, in metric units. */
const example = {
  celsius: 21,
  millimeters: 2.5,
  metersPerSecond: 6,
  hectopascals: 1013,
  meters: 12_000,
  time: '2026-04-15T15:30:00Z',
};

/** More than these do not fit in a row on a phone. */
const maxSegments = 4;

export function UnitsForm() {
  const { t, format } = useTranslation();
  const [units, setUnits] = useStored('units');
  const measures = createMeasures(units, format.locale);
  const names = useUnitNames();
  const control = <K extends keyof Units>(
    key: K,
    label: string,
    change: (value: Units[K]) => Units,
  ) => {
    const choice = {
      label,
      value: units[key],
      options: unitChoices[key].map((value) => ({ value, label: names[value] })),
      onChange: (value: Units[K]) => setUnits(change(value)),
    };
    return choice.options.length > maxSegments ? (
      <Select<Units[K]> {...choice} />
    ) : (
      <SegmentedControl<Units[K]> {...choice} />
    );
  };
  const unit = (key: Exclude<keyof Units, 'unitSystem'>, value: string) => (
    <div className={unitChoices[key].length > 2 ? styles.wide : undefined}>
      {control(key, t(`settings.units.${key}`), (chosen) => ({ ...units, [key]: chosen }))}
      <p className={styles.example}>{t('settings.units.example', { value })}</p>
    </div>
  );
  return (
    <div className={styles.units}>
      <div className={styles.wide}>
        {control('unitSystem', t('settings.units.system'), (system) => ({
          ...unitsOfSystem(system),
          timeFormat: units.timeFormat,
        }))}
      </div>
      {unit('temperature', measures.temperature(example.celsius))}
      {unit('precipitation', measures.precipitation(example.millimeters))}
      {unit('windSpeed', measures.speed(example.metersPerSecond))}
      {unit('pressure', measures.pressure(example.hectopascals))}
      {unit('distance', measures.distance(example.meters))}
      {unit('timeFormat', format.time(example.time, 'UTC'))}
    </div>
  );
}
