/** Plays a chart as tones, with play, pause and step: pitch is the value, left to right is time, and a click marks now. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { canPlaySound, createSpeaker, type Speaker } from '../../../../feedback/sound.ts';
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { useAccessibility } from '../../../../storage/useAccessibility.ts';
import { IconButton } from '../../../../ui/actions/IconButton.tsx';
import { SegmentedControl } from '../../../../ui/inputs/SegmentedControl.tsx';
import { announce } from '../../../../ui/status/announce.ts';
import type { Series } from '../types.ts';
import styles from './ChartSound.module.css';
import { notesOf } from './sonification.ts';

interface ChartSoundProps<Row> {
  series: ReadonlyArray<Series<Row>>;
  rows: Row[];
  selected: number;
  onSelect: (index: number) => void;
  /** Describes a point that was stepped to. */
  describe: (row: Row) => string;
  /** No point is now, so none is marked. */
  isPast: boolean;
}

/** 48 hours take about ten seconds. */
const noteSeconds = 0.2;
const clickSeconds = 0.03;
/** The first point of a chart of the future is the current hour or day. */
const nowIndex = 0;

export function ChartSound<Row>(props: ChartSoundProps<Row>) {
  const { t } = useTranslation();
  if (!canPlaySound()) return <p>{t('sound.unsupported')}</p>;
  return <Player {...props} />;
}

function Player<Row>({ series, rows, selected, onSelect, describe, isPast }: ChartSoundProps<Row>) {
  const { t } = useTranslation();
  const speaker = useSpeaker();
  const [chosen, setChosen] = useState('0');
  const [isPlaying, setIsPlaying] = useState(true);
  const [position, setPosition] = useState(nowIndex);
  const played = series[Number(chosen)] ?? series[0];
  const notes = notesOf(played ? rows.map(played.value) : []);
  const last = rows.length - 1;

  function playNote(index: number) {
    onSelect(index);
    const note = notes[index];
    if (index === nowIndex && !isPast) {
      speaker.current?.play({ height: 1, side: -1, seconds: clickSeconds, isClick: true });
    }
    if (note) speaker.current?.play({ ...note, seconds: noteSeconds });
  }

  const playNext = useEffectEvent(playNote);
  useEffect(() => {
    if (!isPlaying) return;
    playNext(position);
    const timer = setTimeout(() => {
      if (position < last) setPosition(position + 1);
      else setIsPlaying(false);
    }, noteSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [isPlaying, position, last]);

  /** Continues from the selected point, or from the start when that is the last one. */
  function handlePlay() {
    if (!isPlaying) setPosition(selected >= last ? nowIndex : selected);
    setIsPlaying(!isPlaying);
  }

  function handleStep(by: number) {
    const index = Math.min(Math.max(selected + by, 0), last);
    const row = rows[index];
    setIsPlaying(false);
    playNote(index);
    if (row) announce(describe(row));
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
      <p className={styles.explanation}>
        {t(isPast ? 'sound.explanationPast' : 'sound.explanation')}
      </p>
    </fieldset>
  );
}

/** Replaced when the user changes volume, band or hearing aid mode. */
function useSpeaker(): RefObject<Speaker | null> {
  const [settings] = useAccessibility();
  const speaker = useRef<Speaker>(null);
  useEffect(() => {
    const created = createSpeaker(settings);
    speaker.current = created;
    return created.close;
  }, [settings]);
  return speaker;
}
