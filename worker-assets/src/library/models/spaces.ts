import { TorusKnotGeometry } from 'three';
import {
  ball,
  block,
  bow,
  frameOutline,
  gateOutline,
  gem,
  outline,
  ring,
  rod,
  slab,
  turned,
} from '../forms.ts';
import type { Look, ModelSeed } from '../seed.ts';
import { CLAY } from './looks.ts';

const PLASTER: Look = { color: '#ece6db', roughness: 0.9 };
const PALE_CLAY: Look = { color: '#d58a66', roughness: 0.85 };
const STONE: Look = { color: '#cfcac0', roughness: 0.75 };
const BRASS: Look = { color: '#c9a24b', roughness: 0.25, metalness: 1 };

/** Parts of buildings, product stands, and basic shapes. */
export const spaces: readonly ModelSeed[] = [
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
  {
    key: 'arch',
    name: 'Arch',
    es: 'Arco',
    category: 'architecture',
    tags: ['gate', 'door', 'puerta'],
    looks: { Plaster: PLASTER },
    parts: () => [
      { name: 'Arch', form: slab(gateOutline(1.6, 2.4, 0.28), 0.35, 0.015), material: 'Plaster' },
    ],
  },
  {
    key: 'arch-wall',
    name: 'Wall with arches',
    es: 'Muro con arcos',
    category: 'architecture',
    tags: ['arcade', 'backdrop', 'arcada', 'fondo'],
    looks: { Plaster: PALE_CLAY },
    parts: () => [
      ...[-1.2, 0, 1.2].map((x, i) => ({
        name: `Arch ${i + 1}`,
        form: slab(gateOutline(1.2, 2.1, 0.18), 0.3, 0.01),
        material: 'Plaster',
        at: [x, 0, 0] as const,
      })),
      { name: 'Beam', form: block(3.6, 0.34, 0.3, 0.01), material: 'Plaster', at: [0, 2.2, 0] },
      ...[-1.8, -0.6, 0.6, 1.8].map((x, i) => ({
        name: `Spandrel ${i + 1}`,
        form: block(i === 0 || i === 3 ? 0.12 : 0.2, 0.5, 0.26, 0.01),
        material: 'Plaster',
        at: [x + (i === 0 ? 0.06 : i === 3 ? -0.06 : 0), 1.85, 0] as const,
      })),
    ],
  },
  {
    key: 'column',
    name: 'Column',
    es: 'Columna',
    category: 'architecture',
    tags: ['classical', 'stone', 'clásica', 'piedra'],
    looks: { Stone: STONE },
    parts: () => [
      { name: 'Base', form: block(0.56, 0.1, 0.56, 0.01), material: 'Stone', at: [0, 0.05, 0] },
      { name: 'Foot', form: ring(0.21, 0.045), material: 'Stone', at: [0, 0.145, 0] },
      {
        name: 'Shaft',
        form: turned([
          [0, 0.14],
          [0.2, 0.14],
          [0.205, 0.8],
          [0.165, 2.2],
          [0, 2.2],
        ]),
        material: 'Stone',
      },
      { name: 'Neck', form: ring(0.165, 0.03), material: 'Stone', at: [0, 2.2, 0] },
      { name: 'Capital', form: rod(0.17, 0.12, 0.26), material: 'Stone', at: [0, 2.28, 0] },
      { name: 'Abacus', form: block(0.56, 0.08, 0.56, 0.01), material: 'Stone', at: [0, 2.38, 0] },
    ],
  },
  {
    key: 'stairs',
    name: 'Stairs',
    es: 'Escalera',
    category: 'architecture',
    tags: ['steps', 'peldaños'],
    looks: { Plaster: PLASTER },
    parts: () => [
      {
        name: 'Stairs',
        form: slab(
          outline([
            [1.12, 0],
            ...Array.from({ length: 8 }, (_, i) => [
              [1.12 - i * 0.28, (i + 1) * 0.17] as const,
              [1.12 - (i + 1) * 0.28, (i + 1) * 0.17] as const,
            ]).flat(),
            [-1.12, 0],
          ]),
          1,
          0.006,
        ),
        material: 'Plaster',
      },
    ],
  },
  {
    key: 'window',
    name: 'Window',
    es: 'Ventana',
    category: 'architecture',
    tags: ['frame', 'marco'],
    looks: {
      Frame: { color: '#f6f4ef', roughness: 0.5 },
      Glass: { color: '#bcd3de', roughness: 0.05, metalness: 0.3 },
    },
    parts: () => [
      {
        name: 'Frame',
        form: slab(frameOutline(1.2, 1.4, 0.07), 0.09, 0.006),
        material: 'Frame',
        at: [0, 0.72, 0],
      },
      { name: 'Mullion', form: block(0.05, 1.28, 0.06, 0.006), material: 'Frame', at: [0, 0.72, 0] },
      { name: 'Bar', form: block(1.08, 0.04, 0.05, 0.006), material: 'Frame', at: [0, 0.9, 0] },
      { name: 'Sill', form: block(1.3, 0.04, 0.2, 0.01), material: 'Frame', at: [0, 0.02, 0.06] },
      { name: 'Glass', form: block(1.08, 1.28, 0.008), material: 'Glass', at: [0, 0.72, 0] },
    ],
  },
  {
    key: 'podium',
    name: 'Round podium',
    es: 'Podio redondo',
    category: 'display',
    tags: ['product', 'stand', 'producto', 'expositor'],
    looks: { Top: PLASTER, Step: PALE_CLAY },
    parts: () => [
      {
        name: 'Step',
        form: turned(
          [
            [0, 0],
            [0.8, 0],
            [0.8, 0.11],
            [0.79, 0.12],
            [0, 0.12],
          ],
          96,
        ),
        material: 'Step',
      },
      {
        name: 'Top',
        form: turned(
          [
            [0, 0.12],
            [0.55, 0.12],
            [0.55, 0.27],
            [0.54, 0.28],
            [0, 0.28],
          ],
          96,
        ),
        material: 'Top',
      },
    ],
  },
  {
    key: 'plinths',
    name: 'Group of plinths',
    es: 'Grupo de peanas',
    category: 'display',
    tags: ['product', 'stand', 'museum', 'producto', 'museo'],
    looks: { Plaster: PLASTER, Clay: PALE_CLAY, Stone: STONE },
    parts: () => [
      { name: 'Tall', form: block(0.4, 0.9, 0.4, 0.01), material: 'Plaster', at: [-0.3, 0.45, -0.15] },
      { name: 'Round', form: rod(0.26, 0.5, 0.26, 64), material: 'Clay', at: [0.25, 0.25, -0.1] },
      { name: 'Low', form: block(0.5, 0.22, 0.4, 0.01), material: 'Stone', at: [0, 0.11, 0.38] },
    ],
  },
  {
    key: 'backdrop',
    name: 'Studio backdrop',
    es: 'Fondo de estudio',
    category: 'display',
    tags: ['cyclorama', 'photo', 'product', 'foto', 'ciclorama'],
    looks: { Paper: { color: '#e9e4da', roughness: 0.95 } },
    parts: () => {
      const bend = Array.from({ length: 13 }, (_, i) => {
        const angle = (i / 12) * (Math.PI / 2);
        return [-1 - Math.sin(angle) * 0.6, 0.6 - Math.cos(angle) * 0.6] as const;
      });
      const inner = [[1.6, 0] as const, ...bend, [-1.6, 2.4] as const];
      const outer = inner.map(([x, y]) => [x - 0.012, y - (x > -1 ? 0.012 : 0)] as const).toReversed();
      return [
        {
          name: 'Backdrop',
          form: slab(outline([...inner, ...outer]), 3).translate(0, 0.012, 0),
          material: 'Paper',
          turn: [0, -90, 0],
        },
      ];
    },
  },
  {
    key: 'knot',
    name: 'Knot',
    es: 'Nudo',
    category: 'shapes',
    tags: ['abstract', 'sculpture', 'abstracto', 'escultura'],
    looks: { Brass: BRASS },
    parts: () => [
      { name: 'Knot', form: new TorusKnotGeometry(0.36, 0.11, 180, 24), material: 'Brass', at: [0, 0.56, 0] },
    ],
  },
  {
    key: 'crystal',
    name: 'Crystal',
    es: 'Cristal',
    category: 'shapes',
    tags: ['gem', 'abstract', 'gema', 'abstracto'],
    looks: { Crystal: { color: '#8fb7e8', roughness: 0.08, metalness: 0.1 } },
    parts: () => [
      { name: 'Crystal', form: gem(0.3, 0), material: 'Crystal', at: [0, 0.5, 0], scale: [0.75, 1.6, 0.75] },
      {
        name: 'Small crystal',
        form: gem(0.16, 0),
        material: 'Crystal',
        at: [0.3, 0.24, 0.1],
        scale: [0.75, 1.5, 0.75],
        turn: [0, 20, -18],
      },
    ],
  },
  {
    key: 'balance',
    name: 'Balance',
    es: 'Equilibrio',
    category: 'shapes',
    tags: ['abstract', 'spheres', 'composition', 'abstracto', 'composición'],
    looks: { Clay: PALE_CLAY, Plaster: PLASTER, Brass: BRASS },
    parts: () => [
      { name: 'Block', form: block(0.7, 0.25, 0.4, 0.02), material: 'Plaster', at: [0, 0.125, 0] },
      { name: 'Large ball', form: ball(0.24), material: 'Clay', at: [-0.12, 0.49, 0] },
      { name: 'Disc', form: rod(0.3, 0.05, 0.3, 64), material: 'Plaster', at: [-0.12, 0.755, 0] },
      { name: 'Small ball', form: ball(0.1), material: 'Brass', at: [0.02, 0.88, 0] },
    ],
  },
];
