/** Formats measures in the units and language the user chose. */
import { useMemo } from 'react';
import { useTranslation } from '../i18n/I18n.tsx';
import { useStored } from '../storage/useStored.ts';
import type { Units } from '../storage/values.ts';
import { createMeasures, type Measures } from './measures.ts';

export function useMeasures(): Measures {
  const [units] = useStored('units');
  const { locale } = useTranslation().format;
  return useMemo(() => cachedMeasures(units, locale), [units, locale]);
}

const cache = new WeakMap<Units, Map<string, Measures>>();

/** Shared by the whole page, because creating an `Intl` format costs far more than using one. */
function cachedMeasures(units: Units, locale: string): Measures {
  const byLocale = cache.get(units) ?? new Map<string, Measures>();
  const measures = byLocale.get(locale) ?? createMeasures(units, locale);
  cache.set(units, byLocale.set(locale, measures));
  return measures;
}
