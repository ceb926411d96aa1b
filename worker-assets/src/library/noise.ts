/** Noise whose edges fit each other, so that what is painted with it can be laid side by side. */

/** A number of 0 to 1 for a place of a lattice, always the same. */
export function chance(x: number, y: number, salt = 0): number {
  let hash = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(salt, 2_246_822_519);
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const smooth = (t: number) => t * t * (3 - 2 * t);
const mix = (a: number, b: number, t: number) => a + (b - a) * t;
const wrap = (value: number, period: number) => ((value % period) + period) % period;

/** Smooth noise of 0 to 1 over a unit square with so many cells a side. */
export function noise(u: number, v: number, cells: readonly [number, number], salt = 0): number {
  const [cellsU, cellsV] = cells;
  const [x, y] = [u * cellsU, v * cellsV];
  const [left, low] = [Math.floor(x), Math.floor(y)];
  const at = (dx: number, dy: number) => chance(wrap(left + dx, cellsU), wrap(low + dy, cellsV), salt);
  const [tx, ty] = [smooth(x - left), smooth(y - low)];
  return mix(mix(at(0, 0), at(1, 0), tx), mix(at(0, 1), at(1, 1), tx), ty);
}

/** Noise over noise, each layer twice as fine and half as strong; 0 to 1. */
export function layered(
  u: number,
  v: number,
  { cells, layers = 5, salt = 0 }: { cells: readonly [number, number]; layers?: number; salt?: number },
): number {
  let sum = 0;
  let weight = 0;
  for (let layer = 0; layer < layers; layer += 1) {
    const share = 0.5 ** layer;
    sum += noise(u, v, [cells[0] * 2 ** layer, cells[1] * 2 ** layer], salt + layer) * share;
    weight += share;
  }
  return sum / weight;
}

/** The distance to the nearest of scattered points, and which point that is; cells a side. */
export function scattered(u: number, v: number, cells: number, salt = 0): { distance: number; id: number } {
  const [x, y] = [u * cells, v * cells];
  const [left, low] = [Math.floor(x), Math.floor(y)];
  let best = { distance: Number.POSITIVE_INFINITY, id: 0 };
  for (let dy = -1; dy <= 1; dy += 1) {
    for (let dx = -1; dx <= 1; dx += 1) {
      const [cx, cy] = [wrap(left + dx, cells), wrap(low + dy, cells)];
      const px = left + dx + chance(cx, cy, salt);
      const py = low + dy + chance(cx, cy, salt + 1);
      const distance = Math.hypot(px - x, py - y);
      if (distance < best.distance) {
        best = { distance, id: chance(cx, cy, salt + 2) };
      }
    }
  }
  return best;
}

type Rgb = readonly [number, number, number];

/** A colour between two, given as `#rrggbb`. */
export function blend(from: string, to: string, share: number): Rgb {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  const t = Math.max(0, Math.min(1, share));
  return [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)];
}

/** The normal of a height field as a picture; `height` answers metres for a unit square, `strength` exaggerates. */
export function normalOf(
  height: (u: number, v: number) => number,
  u: number,
  v: number,
  strength: number,
): Rgb {
  const step = 1 / 512;
  const dx = (height(u + step, v) - height(u - step, v)) * strength;
  const dy = (height(u, v + step) - height(u, v - step)) * strength;
  const length = Math.hypot(dx, dy, 1);
  // Rows of a picture run down, green of a normal map points up.
  return [(-dx / length) * 127.5 + 127.5, (dy / length) * 127.5 + 127.5, (1 / length) * 127.5 + 127.5];
}

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
