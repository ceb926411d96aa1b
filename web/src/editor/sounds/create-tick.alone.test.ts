import { afterEach, expect, it, vi } from 'vitest';
import { createTick } from './start-ticks.ts';

afterEach(() => vi.unstubAllGlobals());

/** Browser stub that counts sounds and vibrations. */
function browser({ isCoarse }: { isCoarse: boolean }) {
  const made = { contexts: 0, tones: 0, shakes: 0, closed: 0 };
  const param = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
  vi.stubGlobal('matchMedia', () => ({ matches: isCoarse }));
  vi.stubGlobal('navigator', {
    vibrate: () => {
      made.shakes += 1;
    },
  });
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      close = async () => {
        made.closed += 1;
      };
      constructor() {
        made.contexts += 1;
      }
    },
  );
  vi.stubGlobal(
    'GainNode',
    class {
      gain = param;
      connect = (next: unknown) => next;
    },
  );
  vi.stubGlobal(
    'OscillatorNode',
    class {
      connect = (next: unknown) => next;
      stop = () => undefined;
      start = () => {
        made.tones += 1;
      };
    },
  );
  return made;
}

it('makes what sounds at the first tick, once, and shakes where fingers point', () => {
  const made = browser({ isCoarse: true });
  const { tick } = createTick();
  expect(made).toEqual({ contexts: 0, tones: 0, shakes: 0, closed: 0 });
  tick();
  tick();
  expect(made).toEqual({ contexts: 1, tones: 2, shakes: 2, closed: 0 });
});

it('shakes nothing elsewhere, and is silent where nothing can sound', () => {
  const made = browser({ isCoarse: false });
  createTick().tick();
  vi.stubGlobal('AudioContext', undefined);
  createTick().tick();
  expect(made).toEqual({ contexts: 1, tones: 1, shakes: 0, closed: 0 });
});

it('gives back what sounds, where anything did', () => {
  const made = browser({ isCoarse: false });
  createTick().dispose();
  expect(made.closed).toBe(0);
  const { tick, dispose } = createTick();
  tick();
  dispose();
  dispose();
  expect([made.contexts, made.closed]).toEqual([1, 1]);
});
