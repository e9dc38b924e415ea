/** What the user wants to be notified of at one place, with numbers in their units. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import { Select } from '../../ui/inputs/Select.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { speedName } from '../../units/unitNames.ts';
import styles from './Briefings.module.css';
import { choiceKey, choicesOf, defaults } from './limits.ts';
import { type ThresholdKind, useThresholds } from './queries.ts';

const kinds = Object.keys(defaults) as ThresholdKind[];

export function ThresholdForm({ place }: { place: string }) {
  const { t, format } = useTranslation();
  const [units] = useStored('units');
  const [thresholds, save] = useThresholds(place);

  function set(kind: ThresholdKind, value: number | null | undefined) {
    const others = (thresholds ?? []).filter((one) => one.kind !== kind);
    save(value === undefined ? others : [...others, { kind, value }]);
  }

  function written(kind: ThresholdKind, shown: number): string {
    if (kind === 'wind') return `${shown} ${speedName(units.windSpeed, format.locale)}`;
    if (kind === 'heat') return `${shown}°`;
    if (kind === 'rain_before' && shown < 24) {
      return format.fullHour(new Date(Date.UTC(2026, 0, 1, shown)), 'UTC');
    }
    return kind === 'rain_before' ? '24:00' : String(shown);
  }

  return (
    <fieldset className={styles.group}>
      <legend>{t('settings.briefings.thresholds')}</legend>
      <p className={styles.hint}>{t('settings.briefings.thresholdsHint')}</p>
      {kinds.map((kind) => {
        const threshold = thresholds?.find((one) => one.kind === kind);
        const name = t(`settings.briefings.${kind}`);
        const value = threshold?.value ?? null;
        return (
          <div key={kind} className={styles.threshold}>
            <Switch
              label={name}
              isOn={threshold !== undefined}
              isDisabled={!thresholds}
              onChange={(isOn) => set(kind, isOn ? defaultOf(kind) : undefined)}
            />
            {value !== null && kind !== 'frost' && kind !== 'first_snow' && (
              <Select
                label={t(`settings.briefings.limits.${kind}`)}
                value={choiceKey(value)}
                options={choicesOf(kind, units, value).map((choice) => ({
                  value: choiceKey(choice.value),
                  label: written(kind, choice.shown),
                }))}
                onChange={(key) => {
                  const choice = choicesOf(kind, units, value).find(
                    (one) => choiceKey(one.value) === key,
                  );
                  if (choice) set(kind, choice.value);
                }}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );

  /** The default, or the choice next to it in the units of the user. */
  function defaultOf(kind: ThresholdKind): number | null {
    const value = defaults[kind];
    if (value === null) return null;
    const distance = (one: number) => Math.abs(one - value);
    const nearest = choicesOf(kind, units, null).reduce((best, one) =>
      distance(one.value) < distance(best.value) ? one : best,
    );
    return nearest.value;
  }
}
