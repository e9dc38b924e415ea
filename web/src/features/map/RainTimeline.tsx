/** The time of the picture: a slider, steps, and play. Nothing moves before it is started. */
import { type KeyboardEvent, useEffect } from 'react';
import { useAccessibility } from '../../storage/useAccessibility.ts';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import type { MapFrame, Picture } from './drawing/picture.ts';
import styles from './RainMap.module.css';
import type { RainContext } from './rainText.ts';

interface RainTimelineProps {
  picture: Picture;
  index: number;
  isPlaying: boolean;
  context: RainContext;
  onSelect: (index: number) => void;
  onPlay: (isPlaying: boolean) => void;
}

/** Slower than what could cause a seizure, by far. */
const frameMs = 400;
/** Half an hour, where frames are ten minutes apart. */
const pageStep = 3;

export function RainTimeline({
  picture,
  index,
  isPlaying,
  context,
  onSelect,
  onPlay,
}: RainTimelineProps) {
  const { t, format } = context.translation;
  const { frames, isModel } = picture;
  const [{ reducedMotion }] = useAccessibility();
  const last = frames.length - 1;
  const select = (next: number) => {
    onPlay(false);
    onSelect(Math.max(0, Math.min(last, next)));
  };

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => onSelect(index >= last ? 0 : index + 1), frameMs);
    return () => clearTimeout(timer);
  }, [isPlaying, index, last, onSelect]);

  function handleKey(event: KeyboardEvent) {
    const steps = { PageUp: pageStep, PageDown: -pageStep }[event.key];
    if (!steps) return;
    event.preventDefault();
    select(index + steps);
  }

  const frame = frames[index];
  if (!frame) return null;
  const isNewest = frame.kind === 'past' && frames[index + 1]?.kind !== 'past';
  const time = format.time(frame.time, context.timeZone);
  const current = isModel ? 'current' : 'now';
  const text = t(`map.time.${isNewest ? current : frame.kind}`, { time });
  return (
    <div className={styles.timeline}>
      <IconButton
        icon="stepBack"
        label={t('map.time.earlier')}
        disabled={index === 0}
        onClick={() => select(index - 1)}
      />
      {!reducedMotion && (
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={t(isPlaying ? 'map.time.pause' : 'map.time.play')}
          onClick={() => onPlay(!isPlaying)}
        />
      )}
      <IconButton
        icon="stepOn"
        label={t('map.time.later')}
        disabled={index === last}
        onClick={() => select(index + 1)}
      />
      <div className={styles.track}>
        <input
          className={styles.slider}
          type="range"
          min={0}
          max={last}
          value={index}
          aria-label={t('map.time.label')}
          aria-valuetext={text}
          onChange={(event) => select(Number(event.target.value))}
          onKeyDown={handleKey}
        />
        <Parts frames={frames} context={context} />
      </div>
      <output className={styles.time} aria-hidden="true">
        {text}
      </output>
    </div>
  );
}

/** Which part of the slider is past and which is a forecast; its value says it in words. */
function Parts({ frames, context }: { frames: MapFrame[]; context: RainContext }) {
  const { t } = context.translation;
  const ahead = frames.filter(({ kind }) => kind === 'forecast').length;
  // The newest picture that is not a forecast is the mark between the two.
  const behind = frames.length - ahead - 1;
  if (ahead === 0 || behind <= 0) return null;
  return (
    <div className={styles.parts} aria-hidden="true">
      <span style={{ flexGrow: behind }}>{t('map.time.pastPart')}</span>
      <span className={styles.forecastPart} style={{ flexGrow: ahead }}>
        {t('map.time.forecastPart')}
      </span>
    </div>
  );
}
