/** Tileable noise, for seamless textures. */

/** A deterministic number of 0 to 1 for a lattice point. */
export function chance(x: number, y: number, salt = 0): number {
  let hash = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(salt, 2_246_822_519);
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const smooth = (t: number) => t * t * (3 - 2 * t);
const mix = (a: number, b: number, t: number) => a + (b - a) * t;

/** Smooth noise of 0 to 1 over a unit square with so many cells a side; both are whole numbers. */
export function noise(u: number, v: number, [cellsU, cellsV]: readonly [number, number], salt = 0): number {
  return sample(u * cellsU, v * cellsV, cellsU, cellsV, salt);
}

/** Fractal noise, each octave twice as fine and half as strong; 0 to 1. */
export function layered(
  u: number,
  v: number,
  { cells, layers = 5, salt = 0 }: { cells: readonly [number, number]; layers?: number; salt?: number },
): number {
  let sum = 0;
  let weight = 0;
  let share = 1;
  let [cellsU, cellsV] = cells;
  for (let layer = 0; layer < layers; layer += 1) {
    sum += sample(u * cellsU, v * cellsV, cellsU, cellsV, salt + layer) * share;
    weight += share;
    share /= 2;
    cellsU *= 2;
    cellsV *= 2;
  }
  return sum / weight;
}

/** Called millions of times per picture: plain numbers, without allocations. */
function sample(x: number, y: number, cellsU: number, cellsV: number, salt: number): number {
  const left = Math.floor(x);
  const low = Math.floor(y);
  const x0 = (left + cellsU) % cellsU;
  const y0 = (low + cellsV) % cellsV;
  const x1 = (x0 + 1) % cellsU;
  const y1 = (y0 + 1) % cellsV;
  const tx = smooth(x - left);
  const above = mix(chance(x0, y0, salt), chance(x1, y0, salt), tx);
  const below = mix(chance(x0, y1, salt), chance(x1, y1, salt), tx);
  return mix(above, below, smooth(y - low));
}

/** The distance to the nearest scattered point, and the point's index; `cells` per side. */
export function scattered(u: number, v: number, cells: number, salt = 0): { distance: number; id: number } {
  const x = u * cells;
  const y = v * cells;
  const left = Math.floor(x);
  const low = Math.floor(y);
  let distance = Number.POSITIVE_INFINITY;
  let id = 0;
  for (let dy = -1; dy <= 1; dy += 1) {
    for (let dx = -1; dx <= 1; dx += 1) {
      const cx = (left + dx + cells) % cells;
      const cy = (low + dy + cells) % cells;
      const px = left + dx + chance(cx, cy, salt) - x;
      const py = low + dy + chance(cx, cy, salt + 1) - y;
      const squared = px * px + py * py;
      if (squared < distance) {
        distance = squared;
        id = chance(cx, cy, salt + 2);
      }
    }
  }
  return { distance: Math.sqrt(distance), id };
}

type Rgb = readonly [number, number, number];

/** A colour between two, given as `#rrggbb`. */
export function blend(from: string, to: string, share: number): Rgb {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  const t = Math.max(0, Math.min(1, share));
  return [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)];
}

/** The normal map of a height field; `height` returns metres for a unit square, `strength` exaggerates. */
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
