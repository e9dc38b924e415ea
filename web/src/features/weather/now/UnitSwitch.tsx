/** Switches between °C and °F for visitors; users have it in their settings. */
import { useAuth } from '../../../api/session/useSession.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useStored } from '../../../storage/useStored.ts';
import { unitChoices } from '../../../storage/values.ts';
import { SegmentedControl } from '../../../ui/inputs/SegmentedControl.tsx';

const symbols = { celsius: '°C', fahrenheit: '°F' } as const;

export function UnitSwitch() {
  const { t } = useTranslation();
  const { isAuthenticated } = useAuth();
  const [units, setUnits] = useStored('units');
  if (isAuthenticated) return null;
  return (
    <SegmentedControl
      label={t('weather.now.unit')}
      isLabelHidden
      look="onSky"
      value={units.temperature}
      options={unitChoices.temperature.map((value) => ({ value, label: symbols[value] }))}
      onChange={(temperature) => setUnits({ ...units, temperature })}
    />
  );
}
