/** Volume, preferred frequency band, hearing aid mode and visual alerts; each change plays or shows a sample. */
import { playSampleTone } from '../../feedback/sampleTone.ts';
import { showVisualAlert } from '../../feedback/visualAlert.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { type AccessibilitySettings, customFrequencyHertz } from '../../storage/accessibility.ts';
import { SegmentedControl } from '../../ui/inputs/SegmentedControl.tsx';
import { Slider } from '../../ui/inputs/Slider.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import type { SettingsGroupProps } from './settingsGroup.ts';

/** Sorted by loudness and by pitch; the stored lists of choices begin with the default instead. */
const volumes = ['low', 'medium', 'high'] as const;
const bands = ['low', 'mid', 'high', 'custom'] as const;
const customStepHertz = 50;

export function HearingSettings({ settings, onChange }: SettingsGroupProps) {
  const { t } = useTranslation();
  const changeAndPlay = (change: Partial<AccessibilitySettings>) => {
    onChange(change);
    playSampleTone({ ...settings, ...change });
  };

  return (
    <Stack>
      <SegmentedControl
        label={t('accessibility.volume.label')}
        value={settings.audioVolume}
        options={volumes.map((value) => ({ value, label: t(`accessibility.volume.${value}`) }))}
        onChange={(audioVolume) => changeAndPlay({ audioVolume })}
      />
      <SegmentedControl
        label={t('accessibility.frequency.label')}
        value={settings.frequencyAdjustment}
        options={bands.map((value) => ({ value, label: t(`accessibility.frequency.${value}`) }))}
        onChange={(frequencyAdjustment) => changeAndPlay({ frequencyAdjustment })}
      />
      {settings.frequencyAdjustment === 'custom' && (
        <Slider
          label={t('accessibility.frequency.centre')}
          value={settings.customFrequency}
          min={customFrequencyHertz.min}
          max={customFrequencyHertz.max}
          step={customStepHertz}
          onChange={(customFrequency) => onChange({ customFrequency })}
          onChangeEnd={(customFrequency) => changeAndPlay({ customFrequency })}
        />
      )}
      <Switch
        label={t('accessibility.hearingAid.label')}
        hint={t('accessibility.hearingAid.hint')}
        isOn={settings.hearingAidMode}
        onChange={(hearingAidMode) => changeAndPlay({ hearingAidMode })}
      />
      <Switch
        label={t('accessibility.visualAlerts.label')}
        hint={t('accessibility.visualAlerts.hint')}
        isOn={settings.visualAlerts}
        onChange={(visualAlerts) => {
          onChange({ visualAlerts });
          if (visualAlerts) showVisualAlert();
        }}
      />
    </Stack>
  );
}
