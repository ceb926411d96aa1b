import { afterEach, expect, it, vi } from 'vitest';
import { createTick } from './create-tick.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser that counts what sounds and shakes. */
function browser({ isCoarse }: { isCoarse: boolean }) {
  const made = { contexts: 0, tones: 0, shakes: 0 };
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
  const tick = createTick();
  expect(made).toEqual({ contexts: 0, tones: 0, shakes: 0 });
  tick();
  tick();
  expect(made).toEqual({ contexts: 1, tones: 2, shakes: 2 });
});

it('shakes nothing elsewhere, and is silent where nothing can sound', () => {
  const made = browser({ isCoarse: false });
  createTick()();
  vi.stubGlobal('AudioContext', undefined);
  createTick()();
  expect(made).toEqual({ contexts: 1, tones: 1, shakes: 0 });
});
