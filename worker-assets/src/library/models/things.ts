import { ball, bent, block, bow, frameOutline, gem, leaf, ring, rod, slab, spike, turned } from '../forms.ts';
import type { Look, ModelSeed, Part } from '../seed.ts';

const BRASS: Look = { color: '#c9a24b', roughness: 0.28, metalness: 1 };
const BLACK: Look = { color: '#23262b', roughness: 0.45, metalness: 0.8 };
const CLAY: Look = { color: '#c96f4a', roughness: 0.75 };
const CREAM: Look = { color: '#f1ece1', roughness: 0.7 };
const SHADE: Look = { color: '#fff3dc', roughness: 0.9, emissive: '#ffd9a0', glow: 0.6 };
const LEAVES: Look = { color: '#4d7c4f', roughness: 0.7 };
const BARK: Look = { color: '#6b4a34', roughness: 0.9 };
const SOIL: Look = { color: '#3b2a20', roughness: 1 };

const SHADE_PROFILE = [
  [0.09, 0],
  [0.16, -0.2],
  [0.157, -0.2],
  [0.087, 0],
] as const;

function pot(radius: number, height: number): Part[] {
  return [
    {
      name: 'Pot',
      form: turned([
        [0, 0],
        [radius * 0.72, 0],
        [radius, height],
        [radius * 0.93, height],
        [radius * 0.88, height * 0.9],
        [0, height * 0.9],
      ]),
      material: 'Pot',
    },
    { name: 'Soil', form: rod(radius * 0.87, 0.01), material: 'Soil', at: [0, height * 0.9, 0] },
  ];
}

/** Lamps, plants and small things. */
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
  {
    key: 'snake-plant',
    name: 'Snake plant',
    es: 'Sansevieria',
    category: 'plants',
    tags: ['pot', 'green', 'maceta', 'verde'],
    looks: { Pot: CREAM, Soil: SOIL, Leaves: LEAVES },
    parts: () => [
      ...pot(0.14, 0.22),
      ...Array.from({ length: 11 }, (_, i) => ({
        name: `Leaf ${i + 1}`,
        form: leaf(0.42 + ((i * 5) % 4) * 0.08, 0.034, 0.008),
        material: 'Leaves',
        at: [Math.sin(i * 2.4) * 0.045, 0.19, Math.cos(i * 2.4) * 0.045] as const,
        turn: [Math.cos(i * 2.4) * 12, i * 47, -Math.sin(i * 2.4) * 12] as const,
      })),
    ],
  },
  {
    key: 'ficus',
    name: 'Fig tree',
    es: 'Ficus',
    category: 'plants',
    tags: ['pot', 'tree', 'green', 'maceta', 'árbol'],
    looks: { Pot: CLAY, Soil: SOIL, Bark: BARK, Leaves: LEAVES },
    parts: () => [
      ...pot(0.19, 0.3),
      {
        name: 'Trunk',
        form: bent(
          [
            [0, 0.26, 0],
            [0.03, 0.6, 0.02],
            [-0.02, 0.95, 0],
            [0.02, 1.25, -0.02],
          ],
          0.022,
        ),
        material: 'Bark',
      },
      ...Array.from({ length: 34 }, (_, i) => {
        const height = 0.75 + (i / 34) * 0.8;
        const reach = 0.08 + Math.sin((i / 34) * Math.PI) * 0.16;
        const angle = i * 2.399;
        return {
          name: `Leaf ${i + 1}`,
          form: leaf(0.24, 0.1),
          material: 'Leaves',
          at: [Math.sin(angle) * reach * 0.5, height, Math.cos(angle) * reach * 0.5] as const,
          turn: [58 + (i % 5) * 6, (angle * 180) / Math.PI, 0] as const,
        };
      }),
    ],
  },
  {
    key: 'cactus',
    name: 'Cactus',
    es: 'Cactus',
    category: 'plants',
    tags: ['pot', 'desert', 'maceta', 'desierto'],
    looks: {
      Pot: CLAY,
      Soil: SOIL,
      Cactus: { color: '#5d8a56', roughness: 0.8 },
      Flower: { color: '#d9709b', roughness: 0.7 },
    },
    parts: () => [
      ...pot(0.11, 0.15),
      {
        name: 'Body',
        form: turned(
          Array.from(
            { length: 13 },
            (_, i) => [Math.sin((i / 12) * Math.PI) ** 0.55 * 0.062, 0.12 + (i / 12) * 0.34] as const,
          ),
          24,
        ),
        material: 'Cactus',
      },
      {
        name: 'Arm',
        form: bent(
          [
            [0.03, 0.26, 0],
            [0.11, 0.27, 0],
            [0.13, 0.32, 0],
            [0.13, 0.4, 0],
          ],
          0.027,
        ),
        material: 'Cactus',
      },
      { name: 'Arm end', form: ball(0.027), material: 'Cactus', at: [0.13, 0.4, 0] },
      { name: 'Flower', form: gem(0.022, 0), material: 'Flower', at: [0, 0.475, 0] },
    ],
  },
  {
    key: 'tree',
    name: 'Tree',
    es: 'Árbol',
    category: 'plants',
    tags: ['outdoor', 'low poly', 'exterior', 'parque'],
    looks: { Bark: BARK, Leaves: { color: '#6f9a5b', roughness: 0.9 } },
    parts: () => [
      { name: 'Trunk', form: rod(0.14, 1.5, 0.09, 10), material: 'Bark', at: [0, 0.75, 0] },
      { name: 'Crown', form: gem(0.85, 1), material: 'Leaves', at: [0, 2.1, 0] },
      { name: 'Crown left', form: gem(0.55, 1), material: 'Leaves', at: [-0.6, 1.75, 0.2], turn: [0, 30, 0] },
      {
        name: 'Crown right',
        form: gem(0.5, 1),
        material: 'Leaves',
        at: [0.55, 1.85, -0.25],
        turn: [20, 0, 0],
      },
    ],
  },
  {
    key: 'fir',
    name: 'Fir',
    es: 'Abeto',
    category: 'plants',
    tags: ['outdoor', 'winter', 'christmas', 'invierno', 'navidad'],
    looks: { Bark: BARK, Needles: { color: '#3f6b52', roughness: 0.9 } },
    parts: () => [
      { name: 'Trunk', form: rod(0.11, 0.5, 0.09, 10), material: 'Bark', at: [0, 0.25, 0] },
      ...[0.75, 0.6, 0.44, 0.28].map((radius, i) => ({
        name: `Branches ${i + 1}`,
        form: spike(radius, 0.85, 9),
        material: 'Needles',
        at: [0, 0.75 + i * 0.45, 0] as const,
        turn: [0, i * 23, 0] as const,
      })),
    ],
  },
  {
    key: 'rainbow',
    name: 'Rainbow',
    es: 'Arcoíris',
    category: 'shapes',
    tags: ['abstract', 'bow', 'kids', 'abstracto', 'niños'],
    looks: {
      Clay: CLAY,
      Sand: { color: '#e3cba8', roughness: 0.8 },
      Sage: { color: '#8fa58a', roughness: 0.8 },
      Sea: { color: '#4a7fa5', roughness: 0.8 },
    },
    parts: () =>
      (['Clay', 'Sand', 'Sage', 'Sea'] as const).map((material, i) => ({
        name: `${material} bow`,
        form: bow(0.5 - i * 0.1, 0.05),
        material,
      })),
  },
];
