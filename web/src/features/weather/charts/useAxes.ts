/** Chart axes in the units and language the user chose. */
import { useMemo } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useStored } from '../../../storage/useStored.ts';
import { type Axes, createAxes } from '../../../units/axes.ts';

export function useAxes(): Axes {
  const [units] = useStored('units');
  const { locale } = useTranslation().format;
  return useMemo(() => createAxes(units, locale), [units, locale]);
}
