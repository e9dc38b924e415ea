/** The button that reads the weather aloud, and stops when it is pressed again. */

import { useStopSpeechOnUnmount, useVoice } from '../../../feedback/voice.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import type { WeatherReport } from '../report.ts';
import { useMeasures } from '../useMeasures.ts';
import { tellWeather } from './spokenWeather.ts';

interface ReadAloudProps {
  placeName: string;
  report: WeatherReport;
}

export function ReadAloud({ placeName, report }: ReadAloudProps) {
  const translation = useTranslation();
  const measures = useMeasures();
  const voice = useVoice();
  useStopSpeechOnUnmount(voice);
  if (!voice.isSupported) return null;

  function handlePress() {
    if (speechSynthesis.speaking) voice.stop();
    else voice.say(tellWeather(report, { translation, measures, placeName }));
  }

  return (
    <IconButton
      icon="speaker"
      look="onSky"
      label={translation.t('voice.read')}
      data-shortcut="read"
      onClick={handlePress}
    />
  );
}
