import { aimed, type Template, type TemplateNode, turned } from './template.ts';

/** Elevation of the floor's surface, in metres. */
const FLOOR = 0.1;

type Picture = { id: string; x: number; shapes: readonly Mark[] };
/** A disc or a square of a picture: its centre from the picture's, and its radius or half side, in metres. */
type Mark = readonly [
  kind: 'disc' | 'square',
  at: readonly [number, number],
  size: number,
  material: TemplateNode['material'],
];

const PICTURES: readonly Picture[] = [
  {
    id: 'picture-a',
    x: -2.3,
    shapes: [
      ['disc', [-0.08, 0.1], 0.36, 'clay'],
      ['square', [0.24, -0.24], 0.2, 'ink'],
    ],
  },
  {
    id: 'picture-b',
    x: 0,
    shapes: [
      ['disc', [0, 0.02], 0.46, 'sea'],
      ['disc', [0, 0.02], 0.31, 'cream'],
      ['disc', [0, 0.02], 0.16, 'sea'],
    ],
  },
  {
    id: 'picture-c',
    x: 2.3,
    shapes: [
      ['square', [-0.2, 0.2], 0.2, 'sage'],
      ['square', [0.2, -0.2], 0.2, 'sand'],
      ['disc', [0.2, 0.2], 0.2, 'sea'],
      ['disc', [-0.2, -0.2], 0.2, 'clay'],
    ],
  },
];

/** A framed picture on the back wall, and the spotlight above it. */
function hung({ id, x, shapes }: Picture): TemplateNode[] {
  return [
    { id, kind: 'group', name: { en: 'Picture', es: 'Cuadro' }, position: [x, 1.75, -1.92] },
    {
      ...{ id: `${id}-frame`, kind: 'box', name: { en: 'Frame', es: 'Marco' }, parent: id },
      material: 'ink',
      props: { size: [1.3, 1.3, 0.04] },
    },
    {
      ...{ id: `${id}-canvas`, kind: 'box', name: { en: 'Canvas', es: 'Lienzo' }, parent: id },
      position: [0, 0, 0.015],
      material: 'plaster',
      props: { size: [1.22, 1.22, 0.04] },
    },
    ...shapes.map(([kind, [right, up], size, material], at): TemplateNode => {
      const place = { parent: id, position: [right, up, 0.038 + at * 0.002], material } as const;
      return kind === 'disc'
        ? {
            ...{ id: `${id}-${at}`, kind: 'cylinder', name: { en: 'Disc', es: 'Disco' }, ...place },
            rotation: turned('x', 90),
            props: { radius: size, height: 0.006 },
          }
        : {
            ...{ id: `${id}-${at}`, kind: 'box', name: { en: 'Square', es: 'Cuadrado' }, ...place },
            props: { size: [size * 2, size * 2, 0.006] },
          };
    }),
    {
      id: `${id}-light`,
      kind: 'spotLight',
      name: { en: 'Picture light', es: 'Foco' },
      ...aimed([x, 3, -0.3], [x, 1.6, -2]),
      props: { color: '#ffe9cc', intensity: 16, angle: 0.5, penumbra: 0.7, castShadow: false },
    },
  ];
}

/** A plinth of one metre. */
function plinth(id: string, x: number, z: number): TemplateNode {
  return {
    ...{ id, kind: 'box', name: { en: 'Plinth', es: 'Pedestal' } },
    position: [x, FLOOR + 0.45, z],
    material: 'plaster',
    props: { size: [0.5, 0.9, 0.5] },
  };
}

const TOP = FLOOR + 0.9;

const SCULPTURES: TemplateNode[] = [
  { ...plinth('plinth-a', -2.5, 0.9) },
  {
    id: 'loop',
    kind: 'torus',
    name: { en: 'Loop', es: 'Lazo' },
    position: [-2.5, TOP + 0.33, 0.9],
    rotation: [0.653, 0.271, -0.271, 0.653],
    material: 'brass',
    props: { radius: 0.24, tube: 0.085 },
  },
  { ...plinth('plinth-b', 2.3, 0.35) },
  ...([0.2, 0.15, 0.1] as const).map((radius, at): TemplateNode => {
    const height = [0.2, 0.53, 0.77][at] ?? 0;
    return {
      ...{ id: `stone-${at}`, kind: 'sphere', name: { en: 'Stone', es: 'Piedra' } },
      position: [2.3, TOP + height, 0.35],
      material: (['stone', 'clay', 'ink'] as const)[at],
      props: { radius },
    };
  }),
  { id: 'bench', kind: 'group', name: { en: 'Bench', es: 'Banco' }, position: [0, FLOOR, 0.7] },
  {
    id: 'bench-seat',
    kind: 'roundedBox',
    name: { en: 'Seat', es: 'Asiento' },
    parent: 'bench',
    position: [0, 0.43, 0],
    material: 'oak',
    props: { size: [1.7, 0.08, 0.46], radius: 0.02 },
  },
  ...[-0.7, 0.7].map((x, at): TemplateNode => {
    return {
      ...{ id: `bench-leg-${at}`, kind: 'box', name: { en: 'Leg', es: 'Pata' }, parent: 'bench' },
      position: [x, 0.2, 0],
      material: 'ink',
      props: { size: [0.06, 0.4, 0.4] },
    };
  }),
];

const HALL: TemplateNode[] = [
  { id: 'hall', kind: 'group', name: { en: 'Hall', es: 'Sala' } },
  {
    id: 'wall-back',
    kind: 'wall',
    name: { en: 'Back wall', es: 'Pared del fondo' },
    parent: 'hall',
    material: 'plaster',
    props: { start: [-3.6, -2], end: [3.6, -2], height: 3.1, thickness: 0.12 },
  },
  {
    id: 'wall-left',
    kind: 'wall',
    name: { en: 'Left wall', es: 'Pared izquierda' },
    parent: 'hall',
    material: 'clay',
    props: { start: [-3.6, 2], end: [-3.6, -2], height: 3.1, thickness: 0.12 },
  },
  {
    id: 'floor',
    kind: 'box',
    name: { en: 'Floor', es: 'Suelo' },
    parent: 'hall',
    position: [0, FLOOR / 2, 0],
    material: 'stone',
    props: { size: [7.32, FLOOR, 4.12] },
  },
  {
    id: 'title',
    kind: 'text',
    name: { en: 'Title', es: 'Título' },
    parent: 'hall',
    position: [-3.53, 2, -0.2],
    rotation: turned('y', 90),
    material: 'plaster',
    props: { text: 'FORMA', size: 0.6, depth: 0.03, align: 'center' },
  },
];

/** An exhibition: pictures in the light of spots, sculptures on plinths and a bench. */
export const gallery: Template = {
  nodes: [
    ...HALL,
    ...PICTURES.flatMap(hung),
    ...SCULPTURES,
    {
      id: 'sun',
      kind: 'directionalLight',
      name: { en: 'Skylight', es: 'Luz cenital' },
      ...aimed([4.6, 6.5, 3], [0, 0.5, 0]),
      props: { color: '#fff8ef', intensity: 2.2, castShadow: true },
    },
  ],
  camera: { position: [4.6, 2.9, 8.2], target: [-0.15, 1.2, -0.4], fov: 36 },
  environment: {
    intensity: 0.75,
    background: { kind: 'gradient', color: '#f7f7f8', color2: '#d3d7dd' },
  },
};
