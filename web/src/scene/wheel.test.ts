import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessWheel, WHEEL_START, type WheelInput, wheelMove } from './wheel.ts';

const event = (input: Partial<WheelInput>): WheelInput => ({
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  ctrlKey: false,
  shiftKey: false,
  time: 0,
  ...input,
});
const guess = (...inputs: Partial<WheelInput>[]) =>
  inputs.reduce((state, input, i) => guessWheel(state, event({ time: i * 16, ...input })), WHEEL_START)
    .device;

describe('Who turns the wheel', () => {
  it('is a mouse when it clicks, in pixels or in lines', () => {
    expect(guess({ deltaY: 100 })).toBe('mouse');
    expect(guess({ deltaY: -120 }, { deltaY: -120 })).toBe('mouse');
    expect(guess({ deltaY: 3, deltaMode: 1 })).toBe('mouse');
    expect(guess({ deltaX: 100, shiftKey: true })).toBe('mouse');
  });

  it('is two fingers when it begins small or goes sideways', () => {
    expect(guess({ deltaY: 2 }, { deltaY: 14 }, { deltaY: 130 })).toBe('trackpad');
    expect(guess({ deltaY: 60, deltaX: -3 })).toBe('trackpad');
    expect(guess({ deltaY: -4, ctrlKey: true })).toBe('trackpad');
  });

  it('is asked again after a pause, not within a turn', () => {
    expect(guess({ deltaY: 3 }, { deltaY: 120 })).toBe('trackpad');
    expect(guess({ deltaY: 3 }, { deltaY: 120, time: 2_000 })).toBe('mouse');
    expect(guess({ deltaY: 120 }, { deltaY: 3 })).toBe('mouse');
    expect(guess({ deltaY: 120 }, { deltaY: 3, time: 2_000 })).toBe('trackpad');
  });
});

describe('What a turn does', () => {
  it('comes closer by a wheel, pans by two fingers, and comes closer by a pinch', () => {
    expect(wheelMove('mouse', event({ deltaY: -100 }))).toMatchObject({ kind: 'dolly' });
    expect(wheelMove('trackpad', event({ deltaX: 4, deltaY: -9 }))).toEqual({ kind: 'pan', x: 4, y: -9 });
    const pinch = wheelMove('trackpad', event({ deltaY: -100 * Math.LN2, ctrlKey: true }));
    expect(pinch.kind === 'dolly' && pinch.factor).toBeCloseTo(0.5);
  });

  it('is undone by as much the other way, and never more than a third of the way at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 5000 }), fc.constantFrom(0, 1, 2), (deltaY, deltaMode) => {
        const there = wheelMove('mouse', event({ deltaY, deltaMode }));
        const back = wheelMove('mouse', event({ deltaY: -deltaY, deltaMode }));
        const [a, b] = [there, back].map((move) => (move.kind === 'dolly' ? move.factor : 0));
        expect((a ?? 0) * (b ?? 0)).toBeCloseTo(1);
        expect(a).toBeGreaterThan(0.66);
      }),
    );
  });
});
