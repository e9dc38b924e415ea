/** Speech output: rate and volume of the settings. */
import { afterEach, expect, test, vi } from 'vitest';
import { writeStored } from '../storage/store.ts';
import { renderPart } from '../testing/renderPart.tsx';
import { useVoice } from './voice.ts';

afterEach(() => vi.unstubAllGlobals());

function Speaker() {
  useVoice().say('Rain');
  return null;
}

// [R9.01, R9.05]
test.each([
  ['low', 0.35],
  ['medium', 0.7],
  ['high', 1],
  [undefined, 0.7],
] as const)('at the volume %s it speaks with rate 0.8 and volume %f', (audioVolume, volume) => {
  const spoken: Array<{ text: string; rate: number; volume: number }> = [];
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      rate = 1;
      volume = 1;
      constructor(readonly text: string) {}
    },
  );
  vi.stubGlobal('speechSynthesis', { speak: (one: (typeof spoken)[0]) => spoken.push(one) });
  if (audioVolume) writeStored('accessibility', { audioVolume });
  renderPart(<Speaker />);
  expect(spoken[0]).toMatchObject({ text: 'Rain', rate: 0.8, volume: expect.closeTo(volume, 5) });
});
