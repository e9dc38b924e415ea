/** Choosing a system of units chooses all five; each can then be changed by itself. */
import { defaultUnits, type Units } from '../../storage/values.ts';

const imperialUnits: Units = {
  temperature: 'fahrenheit',
  precipitation: 'inches',
  windSpeed: 'mph',
  pressure: 'inHg',
  distance: 'mi',
  unitSystem: 'imperial',
};

export function unitsOfSystem(system: Units['unitSystem']): Units {
  return system === 'imperial' ? imperialUnits : defaultUnits;
}
