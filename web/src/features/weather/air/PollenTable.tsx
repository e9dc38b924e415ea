/** Pollen by plant and day in words; those that the user reacts to stand first. */
import { type Species, speciesNames } from '../../../storage/air.ts';
import { useFormatContext } from '../../../units/formatContext.ts';
import { noValue } from '../../../units/measures.ts';
import { ChartTable } from '../charts/frame/ChartTable.tsx';
import type { Column } from '../charts/types.ts';
import { dataOf } from '../report.ts';
import styles from './AirView.module.css';
import { type AirQuality, pollenToday, type SpeciesDay } from './air.ts';
import { capitalized } from './airSentence.ts';
import { PollenNote } from './PollenNote.tsx';

interface PollenTableProps {
  air: AirQuality;
  mine: readonly Species[];
  timeZone: string;
}

export function PollenTable({ air, mine, timeZone }: PollenTableProps) {
  const { t, format } = useFormatContext(timeZone).translation;
  const days = dataOf(air.pollen)?.days;
  if (!days) return <PollenNote pollen={air.pollen} />;
  const today = pollenToday(air, mine) ?? [];
  const names = today.map(({ species }) => species);
  /** Today's may be unknown while another day's is known. */
  const others = speciesNames.filter(
    (name) => !names.includes(name) && days.some(({ species }) => find(species, name)),
  );
  const rows = [...names, ...others];
  const plant = (species: Species) => {
    const name = capitalized(t(`air.species.${species}`), format.locale);
    return mine.includes(species) ? t('air.pollen.mine', { species: name }) : name;
  };
  const columns: Column<Species>[] = [
    { title: t('air.pollen.plant'), cell: plant },
    ...days.map(({ date, species }, index) => ({
      title: index === 0 ? t('weather.days.today') : format.weekday(date),
      cell: (name: Species) => {
        const found = find(species, name);
        return found ? t(`air.level.pollen.${found.level}`) : noValue;
      },
    })),
    {
      title: t('air.pollen.most'),
      cell: (name) => {
        const found = find(today, name);
        const isFlying = found && found.level !== 'none';
        return isFlying ? format.fullHour(found.worst_at, timeZone) : noValue;
      },
    },
  ];
  return (
    <>
      {rows.length > 0 ? (
        <ChartTable caption={t('air.pollen.table')} columns={columns} rows={rows} />
      ) : (
        <p>{t('air.pollen.none')}</p>
      )}
      <p className={styles.note}>{t('air.pollen.note')}</p>
    </>
  );
}

const find = (days: SpeciesDay[], name: Species) => days.find(({ species }) => species === name);
