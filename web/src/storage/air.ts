/** The settings about air and pollen: their options, defaults and parser. */
import { type Choices, firstOfEach, parseChoices } from './values.ts';

export const speciesNames = ['alder', 'birch', 'grass', 'mugwort', 'olive', 'ragweed'] as const;
export type Species = (typeof speciesNames)[number];

export interface AirSettings {
  /** Which index is shown; automatic is the one that the authorities of the place use. */
  index: 'auto' | 'european' | 'us';
  notify: boolean;
  /** From which level on a user is notified. */
  index_level: 'moderate' | 'poor' | 'very_poor' | 'extremely_poor';
  pollen_level: 'moderate' | 'high' | 'very_high';
  /** Whether the account stores what the user reacts to. */
  sync: boolean;
  /** What the user reacts to, as the account stores it; empty unless `sync` is on. */
  sensitivities: Species[];
}

/** The first option of each list is the default. */
const choices: Choices<Omit<AirSettings, 'sensitivities'>> = {
  index: ['auto', 'european', 'us'],
  notify: [false, true],
  index_level: ['poor', 'moderate', 'very_poor', 'extremely_poor'],
  pollen_level: ['high', 'moderate', 'very_high'],
  sync: [false, true],
};

export const defaultAir: AirSettings = { ...firstOfEach(choices), sensitivities: [] };

export function parseAir(value: unknown): AirSettings | undefined {
  const settings = parseChoices(value, choices);
  if (!settings) return undefined;
  const { sensitivities } = value as Partial<AirSettings>;
  return { ...settings, sensitivities: (settings.sync && parseSpecies(sensitivities)) || [] };
}

/** The valid names of a list, in a fixed order and each once. */
export function parseSpecies(value: unknown): Species[] | undefined {
  return Array.isArray(value) ? speciesNames.filter((name) => value.includes(name)) : undefined;
}
