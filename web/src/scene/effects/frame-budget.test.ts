import { effects } from '@diorama/shared/scene/environment.ts';
import { describe, expect, it } from 'vitest';
import { activeEffects, type EffectName } from './effect-list.ts';
import { FrameBudget } from './frame-budget.ts';

/** Which effects go when frames take so long each. */
function pausedAfter(frames: readonly number[], active: readonly EffectName[]): EffectName[] {
  const budget = new FrameBudget();
  let now = 0;
  let left = active;
  const paused: EffectName[] = [];
  for (const frame of frames) {
    now += frame;
    const name = budget.tell(now, left);
    if (name) {
      paused.push(name);
      left = left.filter((other) => other !== name);
    }
  }
  return paused;
}
const times = (count: number, ms: number) => Array.from({ length: count }, () => ms);

describe('Effects on a slow device', () => {
  it('go one after the other, the dearest first, and what costs little stays', () => {
    expect(pausedAfter(times(200, 90), ['dof', 'bloom', 'vignette', 'ao'])).toEqual(['ao', 'dof', 'bloom']);
    expect(pausedAfter(times(200, 90), ['grade', 'grain'])).toEqual([]);
  });

  it('stay while frames come in time, after a hitch, and while nothing moves', () => {
    expect(pausedAfter(times(500, 16), ['ao'])).toEqual([]);
    expect(pausedAfter([...times(10, 90), ...times(20, 16), ...times(10, 90)], ['ao'])).toEqual([]);
    expect(pausedAfter(times(100, 400), ['ao'])).toEqual([]);
  });
});

describe('The effects that are on', () => {
  it('are none without the switch of all, and else those switched on, in their order', () => {
    const some = { bloom: { enabled: true }, ao: { enabled: true } };
    expect(activeEffects(effects.parse(some))).toEqual([]);
    expect(activeEffects(effects.parse({ ...some, enabled: true }))).toEqual(['ao', 'bloom']);
    expect(activeEffects(effects.parse({ enabled: true }))).toEqual([]);
  });
});
