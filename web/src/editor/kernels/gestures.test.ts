import { describe, expect, it } from 'vitest';
import { dragsOf, gesturesOf, VIEW_MOVES } from './gestures.ts';

describe('A drag in the viewport', () => {
  it('belongs to the tool with the main button alone, so that a marquee opens on nothing', () => {
    expect(dragsOf(null)).toEqual({ main: null, middle: 'pan', right: 'orbit', touch: null });
  });

  it('turns the view with Alt and pans it with Space', () => {
    expect(dragsOf('alt')).toMatchObject({ main: 'orbit', middle: 'pan', right: 'orbit' });
    expect(dragsOf('space')).toMatchObject({ main: 'pan', right: 'orbit' });
  });
});

describe('The ways that help and hints tell of', () => {
  it('begin with the easiest of the device', () => {
    expect(VIEW_MOVES.map((move) => gesturesOf(move, 'mouse')[0])).toEqual(['right', 'space', 'wheel']);
    expect(VIEW_MOVES.map((move) => gesturesOf(move, 'trackpad')[0])).toEqual(['alt', 'twoFingers', 'pinch']);
  });

  it('are what drags do', () => {
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
