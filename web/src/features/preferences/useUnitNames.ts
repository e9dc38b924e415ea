/** The name of every choice of the units, as a user would look for it. */
import { useTranslation } from '../../i18n/I18n.tsx';
import type { Units } from '../../storage/values.ts';
import { speedName, unitName } from '../../units/unitNames.ts';

export function useUnitNames(): Record<Units[keyof Units], string> {
  const { t, format } = useTranslation();
  const { locale } = format;
  return {
    celsius: '°C',
    fahrenheit: '°F',
    mm: 'mm',
    inches: t('settings.units.inches'),
    'm/s': speedName('m/s', locale),
    'km/h': speedName('km/h', locale),
    mph: speedName('mph', locale),
    kn: t('settings.units.knots'),
    Bft: t('settings.units.beaufort'),
    hPa: 'hPa',
    inHg: 'inHg',
    mmHg: 'mmHg',
    km: unitName('kilometer', locale),
    mi: unitName('mile', locale),
    metric: t('settings.units.metric'),
    imperial: t('settings.units.imperial'),
    auto: t('settings.units.auto'),
    '12h': t('settings.units.twelveHours'),
    '24h': t('settings.units.twentyFourHours'),
  };
}
