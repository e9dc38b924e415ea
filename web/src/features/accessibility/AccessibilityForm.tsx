/** How Halcyon looks, moves and speaks for this person; every choice acts at once. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import {
  type AccessibilitySettings,
  accessibilityChoices,
  defaultAccessibility,
} from '../../storage/values.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useToasts } from '../../ui/toasts.ts';

/** In the order of size; the list of choices begins with the default. */
const fontSizes = ['small', 'medium', 'large', 'extra-large'] as const;

interface AccessibilityFormProps {
  /** The choice of theme, which belongs to another feature. */
  appearance: ReactNode;
  /** What else the page offers, above the reset. */
  children: ReactNode;
}

export function AccessibilityForm({ appearance, children }: AccessibilityFormProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [settings, setSettings] = useStored('accessibility');
  const set = (change: Partial<AccessibilitySettings>) => setSettings({ ...settings, ...change });

  function handleReset() {
    setSettings(defaultAccessibility);
    toasts.add({ level: 'app', text: t('accessibility.reset.done') });
  }

  return (
    <>
      <Card title={t('accessibility.seeing.title')}>
        <Stack>
          {appearance}
          <SegmentedControl
            label={t('accessibility.fontSize.label')}
            value={settings.fontSize}
            options={fontSizes.map((value) => ({
              value,
              label: t(`accessibility.fontSize.${value}`),
            }))}
            onChange={(fontSize) => set({ fontSize })}
          />
          <Select
            label={t('accessibility.colorVision.label')}
            hint={t('accessibility.colorVision.hint')}
            value={settings.colorBlindnessMode}
            options={accessibilityChoices.colorBlindnessMode.map((value) => ({
              value,
              label: t(`accessibility.colorVision.${value}`),
            }))}
            onChange={(colorBlindnessMode) => set({ colorBlindnessMode })}
          />
          <Switch
            label={t('accessibility.highContrast.label')}
            hint={t('accessibility.highContrast.hint')}
            isOn={settings.highContrastMode}
            onChange={(highContrastMode) => set({ highContrastMode })}
          />
        </Stack>
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
        <Switch
          label={t('accessibility.screenReader.label')}
          hint={t('accessibility.screenReader.hint')}
          isOn={settings.screenReaderEnabled}
          onChange={(screenReaderEnabled) => set({ screenReaderEnabled })}
        />
      </Card>
      {children}
      <Button look="secondary" onClick={handleReset}>
        {t('accessibility.reset.action')}
      </Button>
    </>
  );
}
