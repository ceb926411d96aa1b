import { effects } from '@diorama/shared/scene/environment.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { activeEffects, type EffectName } from './effect-list.ts';
import { FrameBudget } from './post-processing.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Returns the effects paused by frames of the given times, with `idle` milliseconds between them. */
function pausedAfter(frames: readonly number[], active: readonly EffectName[], idle = 0): EffectName[] {
  let now = 0;
  let wanted: (() => void) | null = null;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    wanted = callback;
    return 1;
  });
  const paused: EffectName[] = [];
  const budget = new FrameBudget((name) => paused.push(name));
  for (const frame of frames) {
    budget.watch(active.filter((name) => !paused.includes(name)));
    now += frame;
    (wanted as (() => void) | null)?.();
    now += idle;
  }
  return paused;
}
const times = (count: number, ms: number) => Array.from({ length: count }, () => ms);

describe('effects on a slow device', () => {
  it('pause one after another, the most expensive first, while cheap ones stay', () => {
    expect(pausedAfter(times(200, 90), ['dof', 'bloom', 'vignette', 'ao', 'ssr'])).toEqual([
      'ssr',
      'ao',
      'dof',
      'bloom',
    ]);
    expect(pausedAfter(times(200, 90), ['grade', 'grain'])).toEqual([]);
  });

  it('stay with frames in time, after a hitch, and during other delays', () => {
    expect(pausedAfter(times(500, 16), ['ao'])).toEqual([]);
    expect(pausedAfter([...times(10, 90), ...times(20, 16), ...times(10, 90)], ['ao'])).toEqual([]);
    expect(pausedAfter(times(100, 400), ['ao'])).toEqual([]);
  });

  it('stay with infrequent frames that are each in time', () => {
    expect(pausedAfter(times(100, 16), ['ao'], 100)).toEqual([]);
  });

  it('cancel the pending measurement when the budget is reset', () => {
    const cancelled: number[] = [];
    vi.stubGlobal('cancelAnimationFrame', (request: number) => cancelled.push(request));
    vi.stubGlobal('requestAnimationFrame', () => 7);
    const budget = new FrameBudget(() => undefined);
    budget.watch(['ao']);
    budget.reset();
    expect(cancelled).toEqual([7]);
  });
});

describe('activeEffects', () => {
  it('returns the enabled effects in order, and none without the main switch', () => {
    const some = { bloom: { enabled: true }, ao: { enabled: true } };
    expect(activeEffects(effects.parse(some))).toEqual([]);
    expect(activeEffects(effects.parse({ ...some, enabled: true }))).toEqual(['ao', 'bloom']);
    expect(activeEffects(effects.parse({ enabled: true }))).toEqual([]);
  });
});
