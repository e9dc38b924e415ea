/** A self-test: measures the page, tries voice, tone, vibration and visual alert, and lists what this device supports. */
import { useRef, useState } from 'react';
import { useCanVibrate, useHaptics } from '../../feedback/haptics.ts';
import { bandCentre } from '../../feedback/pitch.ts';
import { playSampleTone } from '../../feedback/sampleTone.ts';
import { canPlaySound } from '../../feedback/sound.ts';
import { showVisualAlert } from '../../feedback/visualAlert.ts';
import { useStopSpeechOnUnmount, useVoice } from '../../feedback/voice.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useAccessibility } from '../../storage/useAccessibility.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { announce } from '../../ui/status/announce.ts';
import { contrastRatio } from './contrast.ts';
import styles from './SelfTest.module.css';

const normalTextPx = 16;

export function SelfTest() {
  const { t, format } = useTranslation();
  const voice = useVoice();
  const haptic = useHaptics();
  const canVibrate = useCanVibrate();
  const [settings] = useAccessibility();
  const sample = useRef<HTMLParagraphElement>(null);
  const [findings, setFindings] = useState<string[]>([]);
  useStopSpeechOnUnmount(voice);

  function handleRun() {
    const found = [...(sample.current ? measure(sample.current) : []), ...tryDevice()];
    setFindings(found);
    if (settings.screenReaderEnabled) announce(found.join(' '));
  }

  function measure(text: HTMLElement): string[] {
    const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const { color, backgroundColor, transitionDuration } = getComputedStyle(text);
    const ratio = contrastRatio(color, backgroundColor);
    const percent = new Intl.NumberFormat(format.locale, {
      style: 'percent',
      maximumFractionDigits: 1,
    }).format(size / normalTextPx);
    return [
      t('accessibility.test.size', { percent }),
      ...(ratio === null
        ? []
        : [t('accessibility.test.contrast', { ratio: format.number(ratio, 1) })]),
      t('accessibility.test.contrastNote'),
      t(
        Number.parseFloat(transitionDuration) > 0
          ? 'accessibility.test.moving'
          : 'accessibility.test.still',
      ),
      t(settings.screenReaderEnabled ? 'accessibility.test.spoken' : 'accessibility.test.silent'),
    ];
  }

  /** Voice, tone and visual alert are tried regardless of the settings, because the user started the test. */
  function tryDevice(): string[] {
    voice.say(t('accessibility.test.sentence'), 'replace');
    playSampleTone(settings);
    haptic('success');
    showVisualAlert();
    const centre = format.number(bandCentre(settings), 0);
    return [
      t(voice.isSupported ? 'accessibility.test.voice' : 'accessibility.test.noVoice'),
      canPlaySound()
        ? t('accessibility.test.tone', { hertz: centre })
        : t('accessibility.test.noTone'),
      t(vibrationFinding()),
      t('accessibility.test.light'),
    ];
  }

  function vibrationFinding() {
    if (!canVibrate) return 'accessibility.test.noVibration';
    return settings.hapticFeedback
      ? 'accessibility.test.vibration'
      : 'accessibility.test.vibrationOff';
  }

  return (
    <Card title={t('accessibility.test.title')}>
      <Stack>
        <p>{t('accessibility.test.text')}</p>
        <p ref={sample} className={styles.sample}>
          {t('accessibility.test.sample')}
        </p>
        <div>
          <Button look="secondary" onClick={handleRun}>
            {t('accessibility.test.run')}
          </Button>
        </div>
        {findings.length > 0 && (
          <ul className={styles.findings}>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  );
}
