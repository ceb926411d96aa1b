import { describe, expect, it } from 'vitest';
import { dragsOf, gesturesOf, VIEW_MOVES } from './gestures.ts';

describe('a drag in the viewport', () => {
  it('leaves the main button to the tool, pans with the middle one and orbits with the right one', () => {
    expect(dragsOf(null)).toEqual({ main: null, middle: 'pan', right: 'orbit', touch: null });
  });

  it('orbits with Alt and pans with Space', () => {
    expect(dragsOf('alt')).toMatchObject({ main: 'orbit', middle: 'pan', right: 'orbit' });
    expect(dragsOf('space')).toMatchObject({ main: 'pan', right: 'orbit' });
  });
});

describe('the gestures in help and hints', () => {
  it('start with the easiest one of the device', () => {
    expect(VIEW_MOVES.map((move) => gesturesOf(move, 'mouse')[0])).toEqual(['right', 'space', 'wheel']);
    expect(VIEW_MOVES.map((move) => gesturesOf(move, 'trackpad')[0])).toEqual(['alt', 'twoFingers', 'pinch']);
  });

  it('match the behavior of drags', () => {
    for (const device of ['mouse', 'trackpad'] as const) {
      for (const move of ['orbit', 'pan'] as const) {
        const ways = gesturesOf(move, device);
        expect(ways.includes('alt')).toBe(dragsOf('alt').main === move);
        expect(ways.includes('space')).toBe(dragsOf('space').main === move);
        expect(ways.includes('right')).toBe(dragsOf(null).right === move);
        expect(ways.includes('middle')).toBe(dragsOf(null).middle === move);
      }
    }
  });
});
