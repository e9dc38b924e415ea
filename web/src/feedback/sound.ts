/** Plays tones through Web Audio, with the user's frequency band, volume and hearing-aid mode. */
import type { AccessibilitySettings } from '../storage/accessibility.ts';
import { bandCentre, bandQuality, pitch } from './pitch.ts';
import { volumeGains } from './volume.ts';

interface Note {
  /** Position in the frequency band, from 0 to 1. */
  height: number;
  /** Stereo position from -1 (left) to 1 (right). */
  side: number;
  seconds: number;
  /** A shorter, harder sound. */
  isClick?: boolean;
}

export interface Speaker {
  play: (note: Note) => void;
  close: () => void;
}

/** Attack times; a sudden onset sounds like a crack in hearing aids. */
const onsetSeconds = { plain: 0.012, soft: 0.08 };

export function canPlaySound(): boolean {
  return 'AudioContext' in window;
}

export function createSpeaker(settings: AccessibilitySettings): Speaker {
  const context = new AudioContext();
  const input = connectChain(context, settings);
  const centre = bandCentre(settings);
  const onset = settings.hearingAidMode ? onsetSeconds.soft : onsetSeconds.plain;

  function play({ height, side, seconds, isClick = false }: Note): void {
    // Browsers suspend the context until the first user interaction.
    void context.resume();
    const tone = new OscillatorNode(context, {
      type: isClick ? 'square' : 'triangle',
      frequency: pitch(height, centre),
    });
    const envelope = new GainNode(context, { gain: 0 });
    const panner = new StereoPannerNode(context, { pan: side });
    tone.connect(envelope).connect(panner).connect(input);
    const start = context.currentTime;
    const end = start + Math.max(seconds, onset * 2);
    envelope.gain.setValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(1, start + onset);
    envelope.gain.setValueAtTime(1, end - onset);
    envelope.gain.linearRampToValueAtTime(0, end);
    tone.start(start);
    tone.stop(end);
    tone.onended = () => panner.disconnect();
  }

  return { play, close: () => void context.close().catch(() => undefined) };
}

/** Band-pass filter, volume and, for hearing aids, mono with compressed peaks. */
function connectChain(context: AudioContext, settings: AccessibilitySettings): AudioNode {
  const band = new BiquadFilterNode(context, {
    type: 'bandpass',
    frequency: bandCentre(settings),
    Q: bandQuality,
  });
  const volume = new GainNode(context, { gain: volumeGains[settings.audioVolume] });
  band.connect(volume);
  if (settings.hearingAidMode) {
    const mono = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
    volume.connect(mono).connect(new DynamicsCompressorNode(context)).connect(context.destination);
  } else {
    volume.connect(context.destination);
  }
  return band;
}
