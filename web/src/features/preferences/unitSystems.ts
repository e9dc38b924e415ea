/** The units of a unit system. Choosing a system sets all five; each can then be changed individually. */
import { defaultUnits, type Units } from '../../storage/values.ts';

type SystemUnits = Omit<Units, 'timeFormat'>;

const imperialUnits: SystemUnits = {
  temperature: 'fahrenheit',
  precipitation: 'inches',
  windSpeed: 'mph',
  pressure: 'inHg',
  distance: 'mi',
  unitSystem: 'imperial',
};

export function unitsOfSystem(system: Units['unitSystem']): SystemUnits {
  return system === 'imperial' ? imperialUnits : defaultUnits;
}
