import { describe, expect, it } from 'vitest';
import { type Pin, spreadPins } from './spread-pins.ts';

const PHONE = { left: 0, top: 60, right: 390, bottom: 780 };
const pin = (id: string, x: number, y: number): Pin => ({ id, x, y, width: 300, height: 36 });

function areApart(pins: readonly Pin[]): boolean {
  return pins.every((a, at) =>
    pins
      .slice(at + 1)
      .every(
        (b) =>
          Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2,
      ),
  );
}

describe('pins in a view', () => {
  it('keep their places when they do not overlap', () => {
    const pins = [pin('a', 200, 200), pin('b', 200, 300)];
    expect(spreadPins(pins, PHONE)).toEqual(pins);
  });

  it('move apart, near their points and within the width of a phone', () => {
    const pins = Array.from({ length: 12 }, (_, at) => pin(`${at}`, 150 + at * 8, 400 + (at % 3)));
    const spread = spreadPins(pins, PHONE);
    expect(spread.map(({ id }) => id)).toEqual(pins.map(({ id }) => id));
    expect(areApart(spread)).toBe(true);
    for (const { x, y, width, height } of spread) {
      expect(x - width / 2).toBeGreaterThanOrEqual(PHONE.left);
      expect(x + width / 2).toBeLessThanOrEqual(PHONE.right);
      expect(Math.abs(y - 400)).toBeLessThan(12 * height);
    }
  });

  it('move up when there is no room below', () => {
    const spread = spreadPins([pin('a', 200, 770), pin('b', 200, 775)], PHONE);
    expect(areApart(spread)).toBe(true);
    expect(Math.max(...spread.map(({ y, height }) => y + height / 2))).toBeLessThanOrEqual(PHONE.bottom);
  });

  it('stay outside the view when their point is outside', () => {
    const out = pin('a', 900, 200);
    expect(spreadPins([out], PHONE)).toEqual([out]);
  });
});
