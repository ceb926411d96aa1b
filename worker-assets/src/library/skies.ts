import type { SkySeed } from './seed.ts';

type Vector = readonly [number, number, number];

const toward = (direction: Vector, to: Vector): number => {
  const length = Math.hypot(...to);
  return (direction[0] * to[0] + direction[1] * to[1] + direction[2] * to[2]) / length;
};
const smooth = (from: number, to: number, value: number): number => {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};
const add = (...lights: readonly Vector[]): Vector =>
  lights.reduce<Vector>((sum, light) => [sum[0] + light[0], sum[1] + light[1], sum[2] + light[2]], [0, 0, 0]);
const times = (light: Vector, factor: number): Vector => [
  light[0] * factor,
  light[1] * factor,
  light[2] * factor,
];
/** Gradient from the ground's light over the horizon to the sky's. */
const ground = ([, y]: Vector, low: Vector, horizon: Vector, high: Vector): Vector => {
  const up = smooth(0, 0.9, y);
  const down = smooth(0, 0.25, -y);
  return add(times(horizon, (1 - up) * (1 - down)), times(high, up), times(low, down));
};
/** A soft light in a direction; `size` is the cosine of half its angle. */
const lamp = (direction: Vector, to: Vector, light: Vector, size: number): Vector =>
  times(light, smooth(size - 0.04, size + 0.02, toward(direction, to)));

/** Environment light of a few lamps and gradients. */
export const skies: readonly SkySeed[] = [
  {
    key: 'sky-softbox',
    name: 'Softbox studio',
    es: 'Estudio con softbox',
    tags: ['studio', 'product', 'estudio', 'producto'],
    light: (d) =>
      add(
        ground(d, [0.12, 0.12, 0.12], [0.25, 0.25, 0.26], [0.4, 0.4, 0.42]),
        lamp(d, [1, 1.2, 1], [9, 9, 8.6], 0.88),
        lamp(d, [-1.4, 0.7, 0.4], [3.6, 3.8, 4.2], 0.9),
        lamp(d, [0, 0.6, -1.5], [2.6, 2.6, 2.8], 0.93),
      ),
  },
  {
    key: 'sky-daylight',
    name: 'Clear day',
    es: 'Día despejado',
    tags: ['sun', 'outdoor', 'sol', 'exterior'],
    light: (d) =>
      add(
        ground(d, [0.22, 0.2, 0.17], [0.9, 0.97, 1.05], [0.22, 0.45, 0.95]),
        lamp(d, [0.7, 1, 0.5], [60, 55, 46], 0.995),
        lamp(d, [0.7, 1, 0.5], [1.4, 1.2, 0.9], 0.93),
      ),
  },
  {
    key: 'sky-sunset',
    name: 'Sunset',
    es: 'Atardecer',
    tags: ['sun', 'warm', 'sol', 'cálido'],
    light: (d) =>
      add(
        ground(d, [0.1, 0.07, 0.07], [1.2, 0.52, 0.26], [0.2, 0.22, 0.45]),
        lamp(d, [1, 0.12, 0.3], [46, 19, 6], 0.994),
        lamp(d, [1, 0.1, 0.3], [2.4, 1, 0.4], 0.85),
      ),
  },
  {
    key: 'sky-overcast',
    name: 'Overcast',
    es: 'Nublado',
    tags: ['soft', 'grey', 'suave', 'gris'],
    light: (d) => ground(d, [0.22, 0.22, 0.21], [0.8, 0.84, 0.88], [1.15, 1.18, 1.22]),
  },
  {
    key: 'sky-night',
    name: 'Neon night',
    es: 'Noche de neón',
    tags: ['dark', 'city', 'oscuro', 'ciudad'],
    light: (d) =>
      add(
        ground(d, [0.015, 0.015, 0.02], [0.06, 0.05, 0.11], [0.012, 0.014, 0.03]),
        lamp(d, [1, 0.2, 0.4], [4.5, 0.7, 3], 0.94),
        lamp(d, [-1, 0.25, 0.2], [0.5, 2.2, 4.8], 0.94),
      ),
  },
  {
    key: 'sky-warm-room',
    name: 'Warm room',
    es: 'Habitación cálida',
    tags: ['indoor', 'lamp', 'interior', 'lámpara'],
    light: (d) =>
      add(
        ground(d, [0.16, 0.11, 0.08], [0.42, 0.33, 0.25], [0.5, 0.42, 0.34]),
        lamp(d, [0.3, 1, 0.2], [12, 9, 6], 0.97),
        lamp(d, [-1, 0.25, 0.5], [4, 4.6, 5.4], 0.9),
      ),
  },
];
