/** Light, dark, or as set on the device. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import { themeChoices } from '../../storage/values.ts';
import { SegmentedControl } from '../../ui/inputs/SegmentedControl.tsx';

export function ThemeSelect() {
  const { t } = useTranslation();
  const [theme, setTheme] = useStored('theme');
  return (
    <SegmentedControl
      label={t('settings.look.theme')}
      value={theme}
      options={themeChoices.map((value) => ({ value, label: t(`settings.look.${value}`) }))}
      onChange={setTheme}
    />
  );
}
