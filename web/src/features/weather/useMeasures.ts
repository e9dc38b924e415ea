/** Measures in the units and language the person chose. */
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import { createMeasures, type Measures } from '../../units/measures.ts';

export function useMeasures(): Measures {
  const [units] = useStored('units');
  const { locale } = useTranslation().format;
  return useMemo(() => createMeasures(units, locale), [units, locale]);
}
