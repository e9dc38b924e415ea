/** Tones through one chain of nodes: the person's band, their volume, and what hearing aids need. */
import type { AccessibilitySettings } from '../storage/accessibility.ts';
import { bandCentre, bandQuality, pitch } from './pitch.ts';
import { volumeGains } from './volume.ts';

interface Note {
  /** Where in the band, from 0 to 1. */
  height: number;
  /** From left, -1, to right, 1. */
  side: number;
  seconds: number;
  /** A click is a short, harder sound. */
  isClick?: boolean;
}

export interface Speaker {
  play: (note: Note) => void;
  close: () => void;
}

/** A hearing aid turns a sudden onset into a crack. */
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
    // A page may only sound after its person has acted; then the context wakes up.
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

/** Band, volume and, for hearing aids, one channel without loud peaks. */
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
