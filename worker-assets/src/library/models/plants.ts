import { ball, bent, gem, leaf, rod, spike, turned } from '../forms.ts';
import type { Look, ModelSeed, Part } from '../seed.ts';
import { CLAY, CREAM } from './looks.ts';

const LEAVES: Look = { color: '#4d7c4f', roughness: 0.7 };
const BARK: Look = { color: '#6b4a34', roughness: 0.9 };
const SOIL: Look = { color: '#3b2a20', roughness: 1 };

/** Plants in pots, and trees. */
export const plants: readonly ModelSeed[] = [
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
];

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
