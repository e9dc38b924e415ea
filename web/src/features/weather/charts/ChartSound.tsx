/** The chart for ears: play, pause and step; pitch is the value, left to right is time, and a click is now. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { canPlaySound, createSpeaker, type Speaker } from '../../../feedback/sound.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useAccessibility } from '../../../storage/useAccessibility.ts';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { SegmentedControl } from '../../../ui/inputs/SegmentedControl.tsx';
import { announce } from '../../../ui/status/announce.ts';
import type { Series } from './ChartFrame.tsx';
import styles from './ChartSound.module.css';
import { notesOf } from './sonification.ts';

interface ChartSoundProps<Row> {
  series: ReadonlyArray<Series<Row>>;
  rows: Row[];
  selected: number;
  onSelect: (index: number) => void;
  /** What is said of a point that was stepped to. */
  sentenceOf: (row: Row) => string;
}

/** Two days pass in ten seconds. */
const noteSeconds = 0.2;
const clickSeconds = 0.03;
/** The first point of every chart is the running hour or day. */
const nowIndex = 0;

export function ChartSound<Row>(props: ChartSoundProps<Row>) {
  const { t } = useTranslation();
  if (!canPlaySound()) return <p>{t('sound.unsupported')}</p>;
  return <Player {...props} />;
}

function Player<Row>({ series, rows, selected, onSelect, sentenceOf }: ChartSoundProps<Row>) {
  const { t } = useTranslation();
  const speaker = useSpeaker();
  const [chosen, setChosen] = useState('0');
  const [isPlaying, setIsPlaying] = useState(true);
  const [position, setPosition] = useState(nowIndex);
  const heard = series[Number(chosen)] ?? series[0];
  const notes = notesOf(heard ? rows.map(heard.value) : []);
  const last = rows.length - 1;

  function sound(index: number) {
    onSelect(index);
    const note = notes[index];
    if (index === nowIndex) {
      speaker.current?.play({ height: 1, side: -1, seconds: clickSeconds, isClick: true });
    }
    if (note) speaker.current?.play({ ...note, seconds: noteSeconds });
  }

  const soundNext = useEffectEvent(sound);
  useEffect(() => {
    if (!isPlaying) return;
    soundNext(position);
    const timer = setTimeout(() => {
      if (position < last) setPosition(position + 1);
      else setIsPlaying(false);
    }, noteSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [isPlaying, position, last]);

  /** From where one stands; from the start again after the end. */
  function handlePlay() {
    if (!isPlaying) setPosition(selected >= last ? nowIndex : selected);
    setIsPlaying(!isPlaying);
  }

  function handleStep(by: number) {
    const index = Math.min(Math.max(selected + by, 0), last);
    const row = rows[index];
    setIsPlaying(false);
    sound(index);
    if (row) announce(sentenceOf(row));
  }

  return (
    <fieldset className={styles.player}>
      <legend className="visually-hidden">{t('sound.controls')}</legend>
      <div className={styles.buttons}>
        <IconButton icon="stepBack" label={t('sound.back')} onClick={() => handleStep(-1)} />
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={t(isPlaying ? 'sound.pause' : 'sound.play')}
          onClick={handlePlay}
        />
        <IconButton icon="stepOn" label={t('sound.forward')} onClick={() => handleStep(1)} />
      </div>
      {series.length > 1 && (
        <SegmentedControl
          label={t('sound.series')}
          isLabelHidden
          value={chosen}
          options={series.map(({ label }, index) => ({ value: String(index), label }))}
          onChange={setChosen}
        />
      )}
      <p className={styles.explanation}>{t('sound.explanation')}</p>
    </fieldset>
  );
}

/** Made anew when the person changes volume, band or hearing aid mode. */
function useSpeaker(): RefObject<Speaker | null> {
  const [settings] = useAccessibility();
  const speaker = useRef<Speaker>(null);
  useEffect(() => {
    const made = createSpeaker(settings);
    speaker.current = made;
    return made.close;
  }, [settings]);
  return speaker;
}
