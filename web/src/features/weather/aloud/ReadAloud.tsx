/** The button that reads the weather aloud, and stops when it is pressed again. */
import { useStopSpeechOnUnmount, useVoice } from '../../../feedback/voice.ts';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { type FormatContext, useFormatContext } from '../../../units/formatContext.ts';
import type { WeatherReport } from '../report.ts';
import { describeWeather } from './describeWeather.ts';

interface ReadAloudProps {
  placeName: string;
  report: WeatherReport;
  /** Read before the weather, because in a storm they matter most. */
  describeAlerts: (context: FormatContext) => string[];
}

export function ReadAloud({ placeName, report, describeAlerts }: ReadAloudProps) {
  const context = useFormatContext(report.place.timezone);
  const voice = useVoice();
  useStopSpeechOnUnmount(voice);
  if (!voice.isSupported) return null;

  function handlePress() {
    if (speechSynthesis.speaking) voice.stop();
    else {
      const sentences = [...describeAlerts(context), describeWeather(report, placeName, context)];
      voice.say(sentences.join(' '));
    }
  }

  return (
    <IconButton
      icon="speaker"
      look="onSky"
      label={context.translation.t('voice.read')}
      data-shortcut="read"
      onClick={handlePress}
    />
  );
}
