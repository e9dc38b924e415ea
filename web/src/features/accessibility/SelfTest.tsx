/** A test one can run: it measures the page as it stands, speaks and vibrates as the settings say. */
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useBridge } from '../../platform/BridgeContext.ts';
import { useStored } from '../../storage/useStored.ts';
import { announce } from '../../ui/announcer.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { contrastRatio } from './contrast.ts';
import styles from './SelfTest.module.css';

const normalTextPx = 16;

export function SelfTest() {
  const { t, format } = useTranslation();
  const bridge = useBridge();
  const [settings] = useStored('accessibility');
  const sample = useRef<HTMLParagraphElement>(null);
  const [findings, setFindings] = useState<string[]>([]);

  function handleRun() {
    const found = sample.current ? measure(sample.current) : [];
    setFindings(found);
    if (settings.screenReaderEnabled) announce(found.join(' '));
    if (settings.hapticFeedback) bridge.haptic('success');
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
