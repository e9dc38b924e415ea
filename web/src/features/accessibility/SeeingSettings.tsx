/** Text size, colours and contrast, with samples of their effect. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { accessibilityChoices } from '../../storage/accessibility.ts';
import { SegmentedControl } from '../../ui/inputs/SegmentedControl.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Samples } from './Samples.tsx';
import type { SettingsGroupProps } from './settingsGroup.ts';

/** Sorted by size; the stored list of choices begins with the default instead. */
const fontSizes = ['small', 'medium', 'large', 'extra-large'] as const;

export function SeeingSettings({ settings, onChange }: SettingsGroupProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      <SegmentedControl
        label={t('accessibility.fontSize.label')}
        value={settings.fontSize}
        options={fontSizes.map((value) => ({
          value,
          label: t(`accessibility.fontSize.${value}`),
        }))}
        onChange={(fontSize) => onChange({ fontSize })}
      />
      <Select
        label={t('accessibility.colorVision.label')}
        hint={t('accessibility.colorVision.hint')}
        value={settings.colorBlindnessMode}
        options={accessibilityChoices.colorBlindnessMode.map((value) => ({
          value,
          label: t(`accessibility.colorVision.${value}`),
        }))}
        onChange={(colorBlindnessMode) => onChange({ colorBlindnessMode })}
      />
      <Switch
        label={t('accessibility.highContrast.label')}
        hint={t('accessibility.highContrast.hint')}
        isOn={settings.highContrastMode}
        onChange={(highContrastMode) => onChange({ highContrastMode })}
      />
      <Samples />
    </Stack>
  );
}
