/** Records speech, sound and vibration: the browser's functions are replaced by recorders. */
import type { Page } from '@playwright/test';

export interface Spoken {
  text: string;
  lang: string;
  rate: number;
  volume: number;
}

/** An audio node at the time it was connected. */
export interface SoundNode {
  kind: string;
  /** The value of a gain, filter, oscillator or panner. */
  value: number | null;
  channels: number;
  mode: string;
}

interface Observed {
  spoken: Spoken[];
  vibrations: number[][];
  connections: Array<{ from: SoundNode; to: SoundNode }>;
  /** The attack of each tone in seconds. */
  onsets: number[];
}

export async function observeFeedback(page: Page) {
  await page.addInitScript(() => {
    const observed: Observed = { spoken: [], vibrations: [], connections: [], onsets: [] };
    Object.assign(window, { observed });
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        speaking: false,
        cancel: () => undefined,
        speak: ({ text, lang, rate, volume }: SpeechSynthesisUtterance) =>
          observed.spoken.push({ text, lang, rate, volume }),
      },
    });
    Navigator.prototype.vibrate = (pattern) => {
      observed.vibrations.push([pattern].flat() as number[]);
      return true;
    };
    const describe = (node: AudioNode): SoundNode => {
      const { gain, frequency, pan } = node as Partial<
        GainNode & OscillatorNode & StereoPannerNode
      >;
      return {
        kind: node.constructor.name,
        value: (frequency ?? gain ?? pan)?.value ?? null,
        channels: node.channelCount,
        mode: node.channelCountMode,
      };
    };
    const { connect } = AudioNode.prototype;
    AudioNode.prototype.connect = function (this: AudioNode, ...to: [AudioNode]) {
      observed.connections.push({ from: describe(this), to: describe(to[0]) });
      return Reflect.apply(connect, this, to);
    } as typeof connect;
    const { linearRampToValueAtTime, setValueAtTime } = AudioParam.prototype;
    const begins = new WeakMap<AudioParam, number>();
    AudioParam.prototype.setValueAtTime = function (value, time) {
      begins.set(this, time);
      return Reflect.apply(setValueAtTime, this, [value, time]);
    };
    AudioParam.prototype.linearRampToValueAtTime = function (value, time) {
      if (value > 0) observed.onsets.push(time - (begins.get(this) ?? time));
      return Reflect.apply(linearRampToValueAtTime, this, [value, time]);
    };
  });

  const read = <K extends keyof Observed>(name: K) =>
    page.evaluate((key) => (Reflect.get(window, 'observed') as Observed)[key], name);
  return {
    spoken: () => read('spoken'),
    vibrations: () => read('vibrations'),
    connections: () => read('connections'),
    onsets: () => read('onsets'),
    /** The nodes from the filter to the output, of the graph built last. */
    async chain(): Promise<SoundNode[]> {
      const connections = await read('connections');
      const start = connections.findLastIndex(({ from }) => from.kind === 'BiquadFilterNode');
      const chain = connections.slice(start).filter(({ from }) => from.kind !== 'OscillatorNode');
      const end = chain.findIndex(({ to }) => to.kind === 'AudioDestinationNode');
      const links = chain.slice(0, end + 1);
      return links.map(({ from }) => from);
    },
    async forget() {
      await page.evaluate(() => {
        const { spoken, vibrations, connections } = Reflect.get(window, 'observed') as Observed;
        for (const list of [spoken, vibrations, connections]) list.length = 0;
      });
    },
  };
}
