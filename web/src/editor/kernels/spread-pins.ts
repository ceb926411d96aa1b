/** Pin at a point of the view, in pixels: centre and size. */
export type Pin = { id: string; x: number; y: number; width: number; height: number };

/** Area of the view in which pins are shown, in pixels. */
type PinRoom = { left: number; top: number; right: number; bottom: number };

/** Spacing between pins and to the edge, in pixels. */
const GAP = 4;

/**
 * Moves pins so that none overlaps another or leaves the area, each as near to its point as possible. Pins
 * with a point outside stay outside.
 * @returns the moved pins, in the given order
 */
export function spreadPins(pins: readonly Pin[], room: PinRoom): Pin[] {
  const placed: Pin[] = [];
  const byHeight = pins.toSorted((a, b) => a.y - b.y || (a.id < b.id ? -1 : 1));
  for (const pin of byHeight) {
    placed.push(isIn(pin, room) ? place(intoRoom(pin, room), { placed, room }) : pin);
  }
  const places = new Map(placed.map((pin) => [pin.id, pin]));
  return pins.map((pin) => places.get(pin.id) ?? pin);
}

function place(pin: Pin, { placed, room }: { placed: readonly Pin[]; room: PinRoom }): Pin {
  const beside = placed.flatMap((other) => {
    const away = (other.height + pin.height) / 2 + GAP;
    return [other.y - away, other.y + away];
  });
  const heights = [pin.y, ...beside].toSorted((a, b) => Math.abs(a - pin.y) - Math.abs(b - pin.y));
  const free = heights
    .map((y) => ({ ...pin, y }))
    .find((moved) => intoRoom(moved, room).y === moved.y && !placed.some((other) => isOver(moved, other)));
  return free ?? pin;
}

function isIn({ x, y }: Pin, { left, top, right, bottom }: PinRoom): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

function intoRoom(pin: Pin, { left, top, right, bottom }: PinRoom): Pin {
  return {
    ...pin,
    x: clamp(pin.x, left + pin.width / 2 + GAP, right - pin.width / 2 - GAP),
    y: clamp(pin.y, top + pin.height / 2 + GAP, bottom - pin.height / 2 - GAP),
  };
}

/** Returns the middle if the range is empty. */
function clamp(value: number, least: number, most: number): number {
  return least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);
}

function isOver(a: Pin, b: Pin): boolean {
  return (
    Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2 + GAP / 2
  );
}
