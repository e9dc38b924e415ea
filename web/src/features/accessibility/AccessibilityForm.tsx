/** The accessibility settings: appearance, motion, voice, sound and vibration; every choice applies at once. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { resetAccessibility, useAccessibility } from '../../storage/useAccessibility.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { HearingSettings } from './HearingSettings.tsx';
import { SeeingSettings } from './SeeingSettings.tsx';
import { VoiceSettings } from './VoiceSettings.tsx';

interface AccessibilityFormProps {
  /** Rendered above the reset button. */
  children: ReactNode;
}

export function AccessibilityForm({ children }: AccessibilityFormProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [settings, set] = useAccessibility();

  function handleReset() {
    resetAccessibility();
    toasts.add({ level: 'app', text: t('accessibility.reset.done') });
  }

  return (
    <>
      <Card title={t('accessibility.seeing.title')}>
        <SeeingSettings settings={settings} onChange={set} />
      </Card>
      <Card title={t('accessibility.moving.title')}>
        <Switch
          label={t('accessibility.reducedMotion.label')}
          hint={t('accessibility.reducedMotion.hint')}
          isOn={settings.reducedMotion}
          onChange={(reducedMotion) => set({ reducedMotion })}
        />
      </Card>
      <Card title={t('accessibility.listening.title')}>
        <VoiceSettings settings={settings} onChange={set} />
      </Card>
      <Card title={t('accessibility.hearing.title')}>
        <HearingSettings settings={settings} onChange={set} />
      </Card>
      <Card title={t('accessibility.feeling.title')}>
        <Switch
          label={t('accessibility.haptics.label')}
          hint={t('accessibility.haptics.hint')}
          isOn={settings.hapticFeedback}
          onChange={(hapticFeedback) => set({ hapticFeedback })}
        />
      </Card>
      {children}
      <div>
        <Button look="secondary" onClick={handleReset}>
          {t('accessibility.reset.action')}
        </Button>
      </div>
    </>
  );
}
