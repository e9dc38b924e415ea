/** Measures in the units and language the person chose. */
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import type { Units } from '../../storage/values.ts';
import { createMeasures, type Measures } from '../../units/measures.ts';

export function useMeasures(): Measures {
  const [units] = useStored('units');
  const { locale } = useTranslation().format;
  return useMemo(() => measuresOf(units, locale), [units, locale]);
}

const made = new WeakMap<Units, Map<string, Measures>>();

/** One for the whole page: each keeps formats, and making a format costs far more than using one. */
function measuresOf(units: Units, locale: string): Measures {
  const byLocale = made.get(units) ?? new Map<string, Measures>();
  const measures = byLocale.get(locale) ?? createMeasures(units, locale);
  made.set(units, byLocale.set(locale, measures));
  return measures;
}
