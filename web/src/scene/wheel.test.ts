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

describe('wheel device detection', () => {
  it('detects a mouse by its notches, in pixels or lines', () => {
    expect(guess({ deltaY: 100 })).toBe('mouse');
    expect(guess({ deltaY: -120 }, { deltaY: -120 })).toBe('mouse');
    expect(guess({ deltaY: 3, deltaMode: 1 })).toBe('mouse');
    expect(guess({ deltaX: 100, shiftKey: true })).toBe('mouse');
  });

  it('detects a trackpad by small first steps or sideways movement', () => {
    expect(guess({ deltaY: 2 }, { deltaY: 14 }, { deltaY: 130 })).toBe('trackpad');
    expect(guess({ deltaY: 60, deltaX: -3 })).toBe('trackpad');
    expect(guess({ deltaY: -4, ctrlKey: true })).toBe('trackpad');
  });

  it('is repeated after a pause, but not within a gesture', () => {
    expect(guess({ deltaY: 3 }, { deltaY: 120 })).toBe('trackpad');
    expect(guess({ deltaY: 3 }, { deltaY: 120, time: 2_000 })).toBe('mouse');
    expect(guess({ deltaY: 120 }, { deltaY: 3 })).toBe('mouse');
    expect(guess({ deltaY: 120 }, { deltaY: 3, time: 2_000 })).toBe('trackpad');
  });
});

describe('wheelMove', () => {
  it('dollies by mouse wheel and pinch, and pans by trackpad', () => {
    expect(wheelMove('mouse', event({ deltaY: -100 }))).toMatchObject({ kind: 'dolly' });
    expect(wheelMove('trackpad', event({ deltaX: 4, deltaY: -9 }))).toEqual({ kind: 'pan', x: 4, y: -9 });
    const pinch = wheelMove('trackpad', event({ deltaY: -100 * Math.LN2, ctrlKey: true }));
    expect(pinch.kind === 'dolly' && pinch.factor).toBeCloseTo(0.5);
  });

  it('is reversed by the opposite turn, and moves at most a third of the way at once', () => {
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
