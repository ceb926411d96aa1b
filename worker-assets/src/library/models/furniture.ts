import { bent, block, rod, turned } from '../forms.ts';
import type { Look, ModelSeed, Part } from '../seed.ts';
import { BLACK, CREAM } from './looks.ts';

const OAK: Look = { color: '#c69a6b', roughness: 0.6 };
const WALNUT: Look = { color: '#6b4a34', roughness: 0.55 };
const LINEN: Look = { color: '#d8cfc0', roughness: 0.95 };
const SAGE: Look = { color: '#8fa58a', roughness: 0.92 };

/** Four legs at the corners of a rectangle, a little splayed. */
function legs(
  x: number,
  z: number,
  height: number,
  options: { radius?: number; material: string; splay?: number },
): Part[] {
  const { radius = 0.022, material, splay = 6 } = options;
  return [
    [-x, -z],
    [x, -z],
    [-x, z],
    [x, z],
  ].map(([px = 0, pz = 0], i) => ({
    name: `Leg ${i + 1}`,
    form: rod(radius * 0.7, height, radius),
    material,
    at: [px, height / 2, pz],
    turn: [Math.sign(pz) * -splay, 0, Math.sign(px) * splay],
  }));
}

/** Furniture for sitting, working and storage. */
export const furniture: readonly ModelSeed[] = [
  {
    key: 'chair',
    name: 'Chair',
    es: 'Silla',
    category: 'seating',
    tags: ['dining', 'wood', 'comedor', 'madera'],
    looks: { Frame: OAK, Seat: LINEN },
    parts: () => [
      ...legs(0.19, 0.18, 0.44, { material: 'Frame' }),
      { name: 'Seat', form: block(0.46, 0.06, 0.44, 0.03), material: 'Seat', at: [0, 0.46, 0] },
      {
        name: 'Post left',
        form: rod(0.016, 0.42),
        material: 'Frame',
        at: [-0.19, 0.66, -0.2],
        turn: [-8, 0, 0],
      },
      {
        name: 'Post right',
        form: rod(0.016, 0.42),
        material: 'Frame',
        at: [0.19, 0.66, -0.2],
        turn: [-8, 0, 0],
      },
      {
        name: 'Back',
        form: block(0.44, 0.16, 0.03, 0.015),
        material: 'Seat',
        at: [0, 0.8, -0.22],
        turn: [-8, 0, 0],
      },
    ],
  },
  {
    key: 'stool',
    name: 'Stool',
    es: 'Taburete',
    category: 'seating',
    tags: ['bar', 'wood', 'madera'],
    looks: { Wood: OAK },
    parts: () => [
      ...legs(0.13, 0.13, 0.62, { material: 'Wood', radius: 0.02, splay: 8 }),
      {
        name: 'Seat',
        form: turned([
          [0, 0.62],
          [0.17, 0.62],
          [0.18, 0.635],
          [0.18, 0.65],
          [0.165, 0.663],
          [0, 0.655],
        ]),
        material: 'Wood',
      },
      { name: 'Rung', form: block(0.27, 0.018, 0.018, 0.006), material: 'Wood', at: [0, 0.24, 0.155] },
      { name: 'Rung back', form: block(0.27, 0.018, 0.018, 0.006), material: 'Wood', at: [0, 0.24, -0.155] },
    ],
  },
  {
    key: 'armchair',
    name: 'Armchair',
    es: 'Sillón',
    category: 'seating',
    tags: ['lounge', 'fabric', 'salón', 'tela'],
    looks: { Fabric: SAGE, Legs: WALNUT },
    parts: () => [
      ...legs(0.3, 0.28, 0.16, { material: 'Legs', radius: 0.024 }),
      { name: 'Base', form: block(0.76, 0.14, 0.74, 0.04), material: 'Fabric', at: [0, 0.22, 0] },
      { name: 'Cushion', form: block(0.54, 0.16, 0.62, 0.06), material: 'Fabric', at: [0, 0.36, 0.05] },
      {
        name: 'Back',
        form: block(0.74, 0.56, 0.18, 0.07),
        material: 'Fabric',
        at: [0, 0.54, -0.3],
        turn: [-10, 0, 0],
      },
      { name: 'Arm left', form: block(0.13, 0.36, 0.68, 0.055), material: 'Fabric', at: [-0.35, 0.42, 0.02] },
      { name: 'Arm right', form: block(0.13, 0.36, 0.68, 0.055), material: 'Fabric', at: [0.35, 0.42, 0.02] },
    ],
  },
  {
    key: 'sofa',
    name: 'Sofa',
    es: 'Sofá',
    category: 'seating',
    tags: ['lounge', 'couch', 'fabric', 'salón'],
    looks: { Fabric: LINEN, Cushions: { color: '#c9a24b', roughness: 0.95 }, Legs: BLACK },
    parts: () => [
      ...legs(0.9, 0.34, 0.14, { material: 'Legs', radius: 0.02, splay: 3 }),
      { name: 'Base', form: block(2.1, 0.16, 0.9, 0.05), material: 'Fabric', at: [0, 0.21, 0] },
      ...[-0.62, 0, 0.62].map((x, i) => ({
        name: `Seat ${i + 1}`,
        form: block(0.6, 0.17, 0.68, 0.06),
        material: 'Fabric',
        at: [x, 0.37, 0.08] as const,
      })),
      ...[-0.62, 0, 0.62].map((x, i) => ({
        name: `Back ${i + 1}`,
        form: block(0.6, 0.44, 0.2, 0.08),
        material: 'Fabric',
        at: [x, 0.62, -0.3] as const,
        turn: [-12, 0, 0] as const,
      })),
      { name: 'Arm left', form: block(0.18, 0.46, 0.9, 0.07), material: 'Fabric', at: [-1.0, 0.42, 0] },
      { name: 'Arm right', form: block(0.18, 0.46, 0.9, 0.07), material: 'Fabric', at: [1.0, 0.42, 0] },
      {
        name: 'Pillow',
        form: block(0.42, 0.4, 0.14, 0.069),
        material: 'Cushions',
        at: [-0.62, 0.62, -0.12],
        turn: [-22, 12, 4],
      },
    ],
  },
  {
    key: 'bench',
    name: 'Bench',
    es: 'Banco',
    category: 'seating',
    tags: ['hall', 'wood', 'museum', 'museo'],
    looks: { Wood: WALNUT, Metal: BLACK },
    parts: () => [
      ...[-0.14, 0, 0.14].map((z, i) => ({
        name: `Plank ${i + 1}`,
        form: block(1.5, 0.045, 0.125, 0.01),
        material: 'Wood',
        at: [0, 0.44, z] as const,
      })),
      { name: 'Foot left', form: block(0.05, 0.42, 0.4, 0.01), material: 'Metal', at: [-0.6, 0.21, 0] },
      { name: 'Foot right', form: block(0.05, 0.42, 0.4, 0.01), material: 'Metal', at: [0.6, 0.21, 0] },
    ],
  },
  {
    key: 'dining-table',
    name: 'Dining table',
    es: 'Mesa de comedor',
    category: 'tables',
    tags: ['wood', 'kitchen', 'cocina', 'madera'],
    looks: { Wood: OAK },
    parts: () => [
      { name: 'Top', form: block(1.8, 0.04, 0.9, 0.015), material: 'Wood', at: [0, 0.74, 0] },
      { name: 'Apron', form: block(1.5, 0.07, 0.64, 0.01), material: 'Wood', at: [0, 0.69, 0] },
      ...legs(0.76, 0.34, 0.72, { material: 'Wood', radius: 0.04, splay: 4 }),
    ],
  },
  {
    key: 'side-table',
    name: 'Side table',
    es: 'Mesa auxiliar',
    category: 'tables',
    tags: ['round', 'metal', 'redonda'],
    looks: { Top: CREAM, Metal: BLACK },
    parts: () => [
      {
        name: 'Top',
        form: turned([
          [0, 0.5],
          [0.235, 0.5],
          [0.25, 0.51],
          [0.25, 0.53],
          [0.24, 0.53],
          [0.235, 0.518],
          [0, 0.515],
        ]),
        material: 'Top',
      },
      { name: 'Stem', form: rod(0.018, 0.5), material: 'Metal', at: [0, 0.25, 0] },
      { name: 'Foot', form: rod(0.17, 0.018, 0.165), material: 'Metal', at: [0, 0.009, 0] },
    ],
  },
  {
    key: 'desk',
    name: 'Desk',
    es: 'Escritorio',
    category: 'tables',
    tags: ['office', 'work', 'oficina', 'trabajo'],
    looks: { Wood: OAK, Drawers: CREAM, Metal: BLACK },
    parts: () => [
      { name: 'Top', form: block(1.4, 0.03, 0.7, 0.01), material: 'Wood', at: [0, 0.735, 0] },
      { name: 'Drawers', form: block(0.4, 0.56, 0.6, 0.01), material: 'Drawers', at: [0.45, 0.44, 0] },
      ...[0.27, 0.45, 0.63].map((y, i) => ({
        name: `Handle ${i + 1}`,
        form: block(0.12, 0.012, 0.02, 0.005),
        material: 'Metal',
        at: [0.45, y, 0.31] as const,
      })),
      { name: 'Drawer foot', form: block(0.36, 0.16, 0.5), material: 'Metal', at: [0.45, 0.08, 0] },
      {
        name: 'Leg',
        form: bent(
          [
            [-0.6, 0, -0.28],
            [-0.6, 0.7, -0.28],
            [-0.6, 0.72, 0],
            [-0.6, 0.7, 0.28],
            [-0.6, 0, 0.28],
          ],
          0.018,
          64,
        ),
        material: 'Metal',
      },
    ],
  },
  {
    key: 'bookshelf',
    name: 'Bookshelf',
    es: 'Estantería',
    category: 'storage',
    tags: ['books', 'wood', 'libros', 'madera'],
    looks: {
      Wood: WALNUT,
      'Books warm': { color: '#c96f4a', roughness: 0.8 },
      'Books cool': { color: '#4a7fa5', roughness: 0.8 },
    },
    parts: () => [
      { name: 'Side left', form: block(0.03, 1.8, 0.3, 0.005), material: 'Wood', at: [-0.45, 0.9, 0] },
      { name: 'Side right', form: block(0.03, 1.8, 0.3, 0.005), material: 'Wood', at: [0.45, 0.9, 0] },
      { name: 'Back', form: block(0.88, 1.76, 0.012), material: 'Wood', at: [0, 0.9, -0.14] },
      ...[0.06, 0.48, 0.92, 1.36, 1.78].map((y, i) => ({
        name: `Board ${i + 1}`,
        form: block(0.88, 0.026, 0.29, 0.004),
        material: 'Wood',
        at: [0, y, 0] as const,
      })),
      ...Array.from({ length: 18 }, (_, i) => {
        const height = 0.22 + ((i * 7) % 5) * 0.02;
        const board = [0.073, 0.493, 0.933][i % 3] ?? 0;
        return {
          name: `Book ${i + 1}`,
          form: block(0.032, height, 0.19, 0.004),
          material: i % 2 === 0 ? 'Books warm' : 'Books cool',
          at: [-0.36 + Math.floor(i / 3) * 0.042 + (i % 3) * 0.12, board + height / 2, 0.02] as const,
        };
      }),
    ],
  },
  {
    key: 'crate',
    name: 'Crate',
    es: 'Caja de madera',
    category: 'storage',
    tags: ['box', 'wood', 'market', 'mercado'],
    looks: { Wood: OAK },
    parts: () => [
      { name: 'Bottom', form: block(0.5, 0.015, 0.36), material: 'Wood', at: [0, 0.02, 0] },
      ...[0.06, 0.16, 0.26].flatMap((y, i) =>
        [-0.185, 0.185].map((z) => ({
          name: `Slat ${i + 1} ${z < 0 ? 'back' : 'front'}`,
          form: block(0.52, 0.075, 0.014, 0.004),
          material: 'Wood',
          at: [0, y, z] as const,
        })),
      ),
      ...[0.06, 0.16, 0.26].flatMap((y, i) =>
        [-0.25, 0.25].map((x) => ({
          name: `End ${i + 1} ${x < 0 ? 'left' : 'right'}`,
          form: block(0.014, 0.075, 0.36, 0.004),
          material: 'Wood',
          at: [x, y, 0] as const,
        })),
      ),
      ...[-1, 1].flatMap((x) =>
        [-1, 1].map((z) => ({
          name: 'Post',
          form: block(0.03, 0.3, 0.03, 0.004),
          material: 'Wood',
          at: [x * 0.225, 0.16, z * 0.16] as const,
        })),
      ),
    ],
  },
  {
    key: 'cabinet',
    name: 'Cabinet',
    es: 'Aparador',
    category: 'storage',
    tags: ['sideboard', 'living room', 'salón'],
    looks: { Body: CREAM, Doors: SAGE, Wood: OAK },
    parts: () => [
      ...legs(0.66, 0.16, 0.18, { material: 'Wood', radius: 0.022 }),
      { name: 'Body', form: block(1.5, 0.56, 0.42, 0.015), material: 'Body', at: [0, 0.46, 0] },
      { name: 'Top', form: block(1.54, 0.03, 0.45, 0.01), material: 'Wood', at: [0, 0.755, 0] },
      ...[-0.49, 0, 0.49].map((x, i) => ({
        name: `Door ${i + 1}`,
        form: block(0.46, 0.5, 0.02, 0.008),
        material: 'Doors',
        at: [x, 0.46, 0.215] as const,
      })),
      ...[-0.3, 0.19, 0.3].map((x, i) => ({
        name: `Knob ${i + 1}`,
        form: rod(0.014, 0.03),
        material: 'Wood',
        at: [x, 0.5, 0.24] as const,
        turn: [90, 0, 0] as const,
      })),
    ],
  },
];
