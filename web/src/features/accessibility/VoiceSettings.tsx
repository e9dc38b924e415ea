/** Screen reader announcements, voice announcements and voice guidance; turning one on plays a sample. */
import { useVoice } from '../../feedback/voice.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { announce } from '../../ui/status/announce.ts';
import type { SettingsGroupProps } from './settingsGroup.ts';

export function VoiceSettings({ settings, onChange }: SettingsGroupProps) {
  const { t } = useTranslation();
  const voice = useVoice();
  const unsupportedNote = voice.isSupported ? '' : ` ${t('accessibility.notSupported')}`;

  return (
    <Stack>
      <Switch
        label={t('accessibility.screenReader.label')}
        hint={t('accessibility.screenReader.hint')}
        isOn={settings.screenReaderEnabled}
        onChange={(screenReaderEnabled) => {
          onChange({ screenReaderEnabled });
          if (screenReaderEnabled) announce(t('accessibility.screenReader.on'));
        }}
      />
      <Switch
        label={t('accessibility.voice.label')}
        hint={t('accessibility.voice.hint') + unsupportedNote}
        isOn={settings.voiceAnnouncements}
        onChange={(voiceAnnouncements) => {
          onChange({ voiceAnnouncements });
          if (voiceAnnouncements) voice.say(t('accessibility.voice.on'), 'replace');
          else voice.stop();
        }}
      />
      <Switch
        label={t('accessibility.guidance.label')}
        hint={t('accessibility.guidance.hint') + unsupportedNote}
        isOn={settings.voiceGuidance}
        onChange={(voiceGuidance) => {
          onChange({ voiceGuidance });
          if (!voiceGuidance) voice.stop();
        }}
      />
    </Stack>
  );
}
