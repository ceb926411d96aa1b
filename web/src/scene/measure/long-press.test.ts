import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LongPress } from './long-press.ts';

const START = { x: 100, y: 100 };

let hold: LongPress;
let onHeld: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  vi.useFakeTimers();
  hold = new LongPress();
  onHeld = vi.fn();
  hold.begin(START, onHeld);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a long press', () => {
  it('fires once after the finger rests, despite slight movement', () => {
    hold.move({ x: 104, y: 97 });
    vi.advanceTimersByTime(300);
    expect(onHeld).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(onHeld).toHaveBeenCalledTimes(1);
  });

  it('does not fire when the finger moves first', () => {
    hold.move({ x: 110, y: 100 });
    hold.move(START);
    vi.advanceTimersByTime(1_000);
    expect(onHeld).not.toHaveBeenCalled();
  });

  it('does not fire after the finger is lifted or another one is put down', () => {
    hold.end();
    vi.advanceTimersByTime(1_000);
    hold.begin(START, onHeld);
    vi.advanceTimersByTime(300);
    hold.begin({ x: 0, y: 0 }, onHeld);
    vi.advanceTimersByTime(300);
    expect(onHeld).not.toHaveBeenCalled();
  });
});
