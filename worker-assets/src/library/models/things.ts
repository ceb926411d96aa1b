import { ball, block, frameOutline, ring, rod, slab, turned } from '../forms.ts';
import type { Look, ModelSeed } from '../seed.ts';
import { BLACK, CLAY, CREAM } from './looks.ts';

const BRASS: Look = { color: '#c9a24b', roughness: 0.28, metalness: 1 };
const SHADE: Look = { color: '#fff3dc', roughness: 0.9, emissive: '#ffd9a0', glow: 0.6 };

const SHADE_PROFILE = [
  [0.09, 0],
  [0.16, -0.2],
  [0.157, -0.2],
  [0.087, 0],
] as const;

/** Lamps and small objects. */
export const things: readonly ModelSeed[] = [
  {
    key: 'floor-lamp',
    name: 'Floor lamp',
    es: 'Lámpara de pie',
    category: 'lighting',
    tags: ['light', 'brass', 'luz', 'latón'],
    looks: { Metal: BRASS, Shade: SHADE },
    parts: () => [
      { name: 'Foot', form: rod(0.16, 0.025, 0.155), material: 'Metal', at: [0, 0.0125, 0] },
      { name: 'Stem', form: rod(0.012, 1.45), material: 'Metal', at: [0, 0.74, 0] },
      {
        name: 'Shade',
        form: turned([...SHADE_PROFILE].map(([x, y]) => [x * 1.3, y * 1.4 + 1.6] as const)),
        material: 'Shade',
      },
      { name: 'Bulb', form: ball(0.045), material: 'Shade', at: [0, 1.45, 0] },
    ],
  },
  {
    key: 'table-lamp',
    name: 'Table lamp',
    es: 'Lámpara de mesa',
    category: 'lighting',
    tags: ['light', 'ceramic', 'luz', 'cerámica'],
    looks: { Body: CLAY, Metal: BRASS, Shade: SHADE },
    parts: () => [
      {
        name: 'Body',
        form: turned([
          [0, 0],
          [0.09, 0],
          [0.12, 0.08],
          [0.1, 0.17],
          [0.035, 0.23],
          [0, 0.235],
        ]),
        material: 'Body',
      },
      { name: 'Neck', form: rod(0.01, 0.12), material: 'Metal', at: [0, 0.28, 0] },
      {
        name: 'Shade',
        form: turned(SHADE_PROFILE.map(([x, y]) => [x, y + 0.48] as const)),
        material: 'Shade',
      },
    ],
  },
  {
    key: 'pendant-lamp',
    name: 'Pendant lamp',
    es: 'Lámpara colgante',
    category: 'lighting',
    tags: ['light', 'ceiling', 'luz', 'techo'],
    looks: { Metal: CLAY, Glow: SHADE },
    parts: () => [
      { name: 'Cable', form: rod(0.004, 0.7), material: 'Metal', at: [0, 0.6, 0] },
      {
        name: 'Dome',
        form: turned([
          [0.02, 0.25],
          [0.08, 0.24],
          [0.17, 0.16],
          [0.21, 0.03],
          [0.205, 0.03],
          [0.165, 0.155],
          [0.078, 0.232],
          [0.02, 0.24],
        ]),
        material: 'Metal',
      },
      { name: 'Bulb', form: ball(0.06), material: 'Glow', at: [0, 0.1, 0] },
    ],
  },
  {
    key: 'vase',
    name: 'Vase',
    es: 'Jarrón',
    category: 'decoration',
    tags: ['ceramic', 'flowers', 'cerámica', 'flores'],
    looks: { Clay: CLAY },
    parts: () => [
      {
        name: 'Vase',
        form: turned([
          [0, 0],
          [0.07, 0],
          [0.115, 0.09],
          [0.12, 0.16],
          [0.075, 0.26],
          [0.045, 0.32],
          [0.06, 0.36],
          [0.052, 0.36],
          [0.037, 0.32],
          [0.065, 0.25],
          [0, 0.05],
        ]),
        material: 'Clay',
      },
    ],
  },
  {
    key: 'bowl',
    name: 'Bowl of fruit',
    es: 'Frutero',
    category: 'decoration',
    tags: ['kitchen', 'food', 'cocina', 'fruta'],
    looks: {
      Bowl: CREAM,
      Orange: { color: '#e08a2e', roughness: 0.55 },
      Lime: { color: '#8fae3d', roughness: 0.5 },
    },
    parts: () => [
      {
        name: 'Bowl',
        form: turned([
          [0, 0],
          [0.07, 0],
          [0.075, 0.015],
          [0.14, 0.06],
          [0.17, 0.11],
          [0.163, 0.112],
          [0.13, 0.07],
          [0, 0.03],
        ]),
        material: 'Bowl',
      },
      { name: 'Orange 1', form: ball(0.05), material: 'Orange', at: [-0.05, 0.1, 0.02] },
      { name: 'Orange 2', form: ball(0.05), material: 'Orange', at: [0.05, 0.1, 0.04] },
      { name: 'Orange 3', form: ball(0.048), material: 'Orange', at: [0.01, 0.14, -0.01] },
      { name: 'Lime', form: ball(0.038), material: 'Lime', at: [0.01, 0.1, -0.07] },
    ],
  },
  {
    key: 'books',
    name: 'Stack of books',
    es: 'Pila de libros',
    category: 'decoration',
    tags: ['reading', 'lectura'],
    looks: {
      Red: { color: '#a8483f', roughness: 0.8 },
      Blue: { color: '#3f5f7d', roughness: 0.8 },
      Sand: { color: '#d9c29c', roughness: 0.85 },
      Paper: { color: '#f3ede2', roughness: 0.95 },
    },
    parts: () =>
      (['Blue', 'Sand', 'Red'] as const).flatMap((cover, i) => {
        const y = 0.02 + i * 0.042;
        const turn = [0, [4, -7, 12][i] ?? 0, 0] as const;
        const size = 1 - i * 0.08;
        return [
          {
            name: `${cover} cover`,
            form: block(0.28 * size, 0.04, 0.2 * size, 0.004),
            material: cover,
            at: [0, y, 0] as const,
            turn,
          },
          {
            name: `${cover} pages`,
            form: block(0.265 * size, 0.03, 0.2 * size),
            material: 'Paper',
            at: [0.008, y, 0.004] as const,
            turn,
          },
        ];
      }),
  },
  {
    key: 'picture-frame',
    name: 'Picture frame',
    es: 'Marco de cuadro',
    category: 'decoration',
    tags: ['art', 'gallery', 'arte', 'galería'],
    looks: { Frame: BLACK, Mat: CREAM, Picture: { color: '#8fa58a', roughness: 0.9 } },
    parts: () => [
      {
        name: 'Frame',
        form: slab(frameOutline(0.6, 0.8, 0.03), 0.03, 0.004),
        material: 'Frame',
        at: [0, 0.4, 0],
      },
      { name: 'Mat', form: block(0.55, 0.75, 0.006), material: 'Mat', at: [0, 0.4, -0.004] },
      { name: 'Picture', form: block(0.38, 0.56, 0.008), material: 'Picture', at: [0, 0.4, 0] },
    ],
  },
  {
    key: 'candles',
    name: 'Candles',
    es: 'Velas',
    category: 'decoration',
    tags: ['light', 'table', 'luz', 'mesa'],
    looks: { Wax: CREAM, Metal: BRASS, Flame: { color: '#ffcf87', emissive: '#ffb45e', glow: 3 } },
    parts: () =>
      [0.3, 0.22, 0.15].flatMap((height, i) => {
        const x = (i - 1) * 0.1;
        return [
          {
            name: 'Holder',
            form: rod(0.045, 0.02, 0.04),
            material: 'Metal',
            at: [x, 0.01, i === 1 ? 0.05 : 0] as const,
          },
          {
            name: 'Candle',
            form: rod(0.018, height),
            material: 'Wax',
            at: [x, 0.02 + height / 2, i === 1 ? 0.05 : 0] as const,
          },
          {
            name: 'Flame',
            form: ball(0.012),
            material: 'Flame',
            at: [x, 0.045 + height, i === 1 ? 0.05 : 0] as const,
            scale: [1, 1.9, 1] as const,
          },
        ];
      }),
  },
  {
    key: 'mirror',
    name: 'Round mirror',
    es: 'Espejo redondo',
    category: 'decoration',
    tags: ['bathroom', 'hall', 'baño'],
    looks: { Frame: BRASS, Glass: { color: '#e8eef2', roughness: 0.03, metalness: 1 } },
    parts: () => [
      { name: 'Frame', form: ring(0.4, 0.018), material: 'Frame', at: [0, 0.42, 0], turn: [90, 0, 0] },
      {
        name: 'Glass',
        form: rod(0.4, 0.008, 0.4, 64),
        material: 'Glass',
        at: [0, 0.42, 0],
        turn: [90, 0, 0],
      },
    ],
  },
];
