import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SceneSounds, type SoundSwitch } from './scene-sounds.ts';

/** An audio element without a loudspeaker. */
class FakeAudio extends EventTarget {
  src = '';
  volume = 1;
  loop = false;
  muted = false;
  paused = true;
  error: unknown = null;
  plays = 0;
  loads = 0;
  play(): Promise<void> {
    this.plays += 1;
    this.paused = false;
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
  }
  /** Removing the address alone ends no download. */
  removeAttribute(): void {
    this.src = '';
  }
  load(): void {
    this.loads += 1;
  }
}

let made: FakeAudio[];
let page: EventTarget & { hidden: boolean };
let visitor: { hasBeenActive: boolean };
let sounds: SceneSounds;
let onChange: () => void;

beforeEach(() => {
  made = [];
  page = Object.assign(new EventTarget(), { hidden: false });
  visitor = { hasBeenActive: true };
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { userActivation: visitor });
  vi.stubGlobal(
    'Audio',
    class extends FakeAudio {
      constructor() {
        super();
        made.push(this);
      }
    },
  );
  onChange = vi.fn();
  sounds = new SceneSounds({
    source: async (iri) => (iri === 'gone' ? null : { url: `https://files/${iri}` }),
    onChange,
  });
});
afterEach(() => {
  sounds.dispose();
  vi.unstubAllGlobals();
});

const tap = async () => {
  window.dispatchEvent(new Event('pointerup'));
  await Promise.resolve();
};
const turn = async (patch: Partial<SoundSwitch>) => {
  sounds.switch({ sound: 'bell', mode: 'on', volume: 1, loop: false, ...patch });
  await vi.waitFor(() => undefined);
};
const state = () => made.map(({ src, paused }) => [src.slice('https://files/'.length), !paused]);

describe('SceneSounds', () => {
  it('plays a sound once at a time, with its volume and loop', async () => {
    await turn({ volume: 0.5, loop: true });
    expect(made[0]).toMatchObject({ src: 'https://files/bell', volume: 0.5, loop: true, paused: false });
    await turn({});
    expect(state()).toEqual([
      ['', false],
      ['bell', true],
    ]);
    made[1]?.dispatchEvent(new Event('ended'));
    expect(sounds.isPlaying('bell')).toBe(false);
  });

  it('toggles a sound, stops one, and stops all', async () => {
    await turn({ mode: 'toggle' });
    await turn({ sound: 'wind' });
    await turn({ mode: 'toggle' });
    expect([sounds.isPlaying('bell'), sounds.isPlaying('wind')]).toEqual([false, true]);
    await turn({});
    await turn({ sound: null, mode: 'off' });
    expect(made.every(({ paused }) => paused)).toBe(true);
    expect([sounds.isPlaying('bell'), sounds.isPlaying('wind')]).toEqual([false, false]);
  });

  it('cancels the download of a stopped sound, and forgets one that fails while playing', async () => {
    await turn({});
    await turn({ mode: 'off' });
    expect(made[0]).toMatchObject({ src: '', loads: 2 });
    await turn({});
    made[1]?.dispatchEvent(new Event('error'));
    expect(sounds.isPlaying('bell')).toBe(false);
    await turn({ mode: 'toggle' });
    expect(made).toHaveLength(3);
    expect(sounds.isPlaying('bell')).toBe(true);
  });

  it('waits for the visitor’s first gesture', async () => {
    visitor.hasBeenActive = false;
    await turn({});
    expect([made[0]?.plays, sounds.isPlaying('bell')]).toEqual([0, true]);
    visitor.hasBeenActive = true;
    await tap();
    expect([made[0]?.plays, made[0]?.paused]).toEqual([1, false]);
    await tap();
    expect(made[0]?.plays).toBe(1);
  });

  it('waits for a gesture after NotAllowedError, and gives up an unplayable file', async () => {
    const refuse = (name: string) => () => Promise.reject(new DOMException('no', name));
    const play = vi.spyOn(FakeAudio.prototype, 'play').mockImplementation(refuse('NotAllowedError'));
    await turn({});
    expect(sounds.isPlaying('bell')).toBe(true);
    play.mockRestore();
    await tap();
    expect(made[0]?.paused).toBe(false);
    const broken = vi.spyOn(FakeAudio.prototype, 'play').mockImplementation(function (this: FakeAudio) {
      this.error = {};
      return refuse('NotSupportedError')();
    });
    await turn({ sound: 'broken' });
    await vi.waitFor(() => expect(sounds.isPlaying('broken')).toBe(false));
    broken.mockRestore();
    await turn({ sound: 'gone' });
    expect(sounds.isPlaying('gone')).toBe(false);
  });

  it('plays in Safari when the address resolves after the gesture', async () => {
    // Safari permits elements that were loaded or played within a gesture.
    let isGesture = false;
    const unlocked = new Set<FakeAudio>();
    const load = vi.spyOn(FakeAudio.prototype, 'load').mockImplementation(function (this: FakeAudio) {
      isGesture && unlocked.add(this);
    });
    const play = vi.spyOn(FakeAudio.prototype, 'play').mockImplementation(function (this: FakeAudio) {
      this.paused = !(isGesture || unlocked.has(this));
      return this.paused ? Promise.reject(new DOMException('no', 'NotAllowedError')) : Promise.resolve();
    });
    const addresses: (() => void)[] = [];
    const slow = new SceneSounds({
      source: (iri) =>
        new Promise((resolve) => addresses.push(() => resolve({ url: `https://files/${iri}` }))),
    });
    const bell = { sound: 'bell', mode: 'on', volume: 1, loop: false } as const;
    const gesture = (act: () => void) => {
      isGesture = true;
      act();
      isGesture = false;
    };
    gesture(() => slow.switch(bell));
    addresses[0]?.();
    await vi.waitFor(() => expect(made[0]?.paused).toBe(false));
    // A sound of the start, whose address arrives after the first tap.
    slow.switch({ ...bell, sound: 'wind' });
    gesture(() => window.dispatchEvent(new Event('pointerup')));
    addresses[1]?.();
    await vi.waitFor(() => expect(made[1]?.paused).toBe(false));
    slow.dispose();
    load.mockRestore();
    play.mockRestore();
  });

  it('pauses with its tab, can be muted, and stops on dispose', async () => {
    await turn({});
    sounds.setMuted(true);
    await turn({ sound: 'wind' });
    expect(made.map(({ muted }) => muted)).toEqual([true, true]);
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(made.map(({ paused }) => paused)).toEqual([true, true]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(made.map(({ paused }) => paused)).toEqual([false, false]);
    sounds.dispose();
    expect(state()).toEqual([
      ['', false],
      ['', false],
    ]);
  });

  it('plays at most sixteen sounds at once', async () => {
    for (let i = 0; i < 20; i += 1) {
      await turn({ sound: `sound ${i}` });
    }
    expect(made.filter(({ paused }) => !paused)).toHaveLength(16);
    expect(made[19]?.paused).toBe(false);
  });
});
