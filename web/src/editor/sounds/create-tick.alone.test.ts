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

it('createTick creates its audio context once, at the first tick, and vibrates on touch devices', () => {
  const made = browser({ isCoarse: true });
  const { tick } = createTick();
  expect(made).toEqual({ contexts: 0, tones: 0, shakes: 0, closed: 0 });
  tick();
  tick();
  expect(made).toEqual({ contexts: 1, tones: 2, shakes: 2, closed: 0 });
});

it('createTick does not vibrate without touch, and is silent without AudioContext', () => {
  const made = browser({ isCoarse: false });
  createTick().tick();
  vi.stubGlobal('AudioContext', undefined);
  createTick().tick();
  expect(made).toEqual({ contexts: 1, tones: 1, shakes: 0, closed: 0 });
});

it('createTick closes its audio context on dispose, if it created one', () => {
  const made = browser({ isCoarse: false });
  createTick().dispose();
  expect(made.closed).toBe(0);
  const { tick, dispose } = createTick();
  tick();
  dispose();
  dispose();
  expect([made.contexts, made.closed]).toEqual([1, 1]);
});
