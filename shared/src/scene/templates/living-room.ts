import { aimed, type Template, type TemplateNode, turned } from './template.ts';

/** Elevation of the floor's surface, in metres. */
const FLOOR = 0.1;
const LEAVES = 9;

const LEGS = [0, 120, 240].map((degrees, at): TemplateNode => {
  const angle = (degrees * Math.PI) / 180;
  return {
    ...{ id: `leg-${at}`, kind: 'cylinder', name: { en: 'Leg', es: 'Pata' }, parent: 'table' },
    position: [0.3 * Math.cos(angle), 0.19, 0.3 * Math.sin(angle)],
    material: 'walnut',
    props: { radius: 0.022, height: 0.38 },
  };
});

/** Leaves of a plant: long spheres that lean outwards from its pot. */
const LEAF_NODES = Array.from({ length: LEAVES }, (_, at): TemplateNode => {
  const angle = at * 2.4;
  const lean = 0.12 + (at % 3) * 0.17;
  const height = 0.78 - (at % 3) * 0.12;
  const [x, z] = [Math.sin(angle), Math.cos(angle)];
  const half = lean * 0.8;
  return {
    ...{ id: `leaf-${at}`, kind: 'sphere', name: { en: 'Leaf', es: 'Hoja' }, parent: 'plant' },
    position: [x * lean * 0.62, height, z * lean * 0.62],
    rotation: [z * Math.sin(half), 0, -x * Math.sin(half), Math.cos(half)],
    scale: [0.34, 1.5, 0.34],
    material: 'leaf',
    props: { radius: 0.26, sides: 24 },
  };
});

const BOOKS = (['clay', 'sea', 'sand'] as const).map((material, at): TemplateNode => {
  return {
    ...{ id: `book-${at}`, kind: 'roundedBox', name: { en: 'Book', es: 'Libro' }, parent: 'sideboard' },
    position: [0, 0.6 + at * 0.045, 0.42],
    rotation: turned('y', at * 9 - 6),
    material,
    props: { size: [0.22, 0.04, 0.3], radius: 0.008 },
  };
});

const CUSHIONS = [-0.52, 0.52].map((x, at): TemplateNode => {
  return {
    ...{ id: `cushion-${at}`, kind: 'roundedBox', name: { en: 'Cushion', es: 'Cojín' }, parent: 'sofa' },
    position: [x, 0.47, 0.08],
    material: 'sage',
    props: { size: [1, 0.18, 0.74], radius: 0.07 },
  };
});

const ROOM: TemplateNode[] = [
  { id: 'room', kind: 'group', name: { en: 'Room', es: 'Habitación' } },
  {
    id: 'wall-back',
    kind: 'wall',
    name: { en: 'Back wall', es: 'Pared del fondo' },
    parent: 'room',
    material: 'plaster',
    props: { start: [-2.5, -2], end: [2.5, -2], height: 2.7, thickness: 0.12 },
  },
  {
    id: 'wall-left',
    kind: 'wall',
    name: { en: 'Left wall', es: 'Pared izquierda' },
    parent: 'room',
    material: 'plaster',
    props: { start: [-2.5, 2], end: [-2.5, -2], height: 2.7, thickness: 0.12 },
  },
  {
    id: 'window',
    kind: 'opening',
    name: { en: 'Window', es: 'Ventana' },
    parent: 'wall-back',
    props: { type: 'window', offset: 3.35, width: 1.7, height: 1.25, sill: 1.05, columns: 2, rows: 1 },
  },
  {
    id: 'floor',
    kind: 'box',
    name: { en: 'Floor', es: 'Suelo' },
    parent: 'room',
    position: [0, FLOOR / 2, 0],
    material: 'oak',
    props: { size: [5.12, FLOOR, 4.12] },
  },
];

const SOFA: TemplateNode[] = [
  { id: 'sofa', kind: 'group', name: { en: 'Sofa', es: 'Sofá' }, position: [0.85, FLOOR, -1.38] },
  {
    id: 'seat',
    kind: 'roundedBox',
    name: { en: 'Seat', es: 'Asiento' },
    parent: 'sofa',
    position: [0, 0.25, 0],
    material: 'sage',
    props: { size: [2.5, 0.3, 0.95], radius: 0.06 },
  },
  {
    id: 'back',
    kind: 'roundedBox',
    name: { en: 'Back', es: 'Respaldo' },
    parent: 'sofa',
    position: [0, 0.56, -0.36],
    material: 'sage',
    props: { size: [2.5, 0.62, 0.24], radius: 0.1 },
  },
  ...CUSHIONS,
  ...[-1.18, 1.18].map((x, at): TemplateNode => {
    return {
      ...{ id: `arm-${at}`, kind: 'roundedBox', name: { en: 'Arm', es: 'Brazo' }, parent: 'sofa' },
      position: [x, 0.38, 0.02],
      material: 'sage',
      props: { size: [0.22, 0.5, 0.95], radius: 0.09 },
    };
  }),
  {
    id: 'pillow',
    kind: 'roundedBox',
    name: { en: 'Pillow', es: 'Almohada' },
    parent: 'sofa',
    position: [-0.8, 0.72, -0.1],
    rotation: turned('x', -20),
    material: 'clay',
    props: { size: [0.46, 0.44, 0.16], radius: 0.075 },
  },
];

const FURNITURE: TemplateNode[] = [
  {
    id: 'rug',
    kind: 'roundedBox',
    name: { en: 'Rug', es: 'Alfombra' },
    position: [0.75, FLOOR + 0.01, 0.2],
    material: 'cream',
    props: { size: [3, 0.02, 2], radius: 0.01 },
  },
  {
    id: 'table',
    kind: 'group',
    name: { en: 'Coffee table', es: 'Mesa de centro' },
    position: [0.85, 0.12, 0.15],
  },
  {
    id: 'table-top',
    kind: 'cylinder',
    name: { en: 'Table top', es: 'Tablero' },
    parent: 'table',
    position: [0, 0.4, 0],
    material: 'walnut',
    props: { radius: 0.52, height: 0.045 },
  },
  ...LEGS,
  {
    id: 'vase',
    kind: 'cone',
    name: { en: 'Vase', es: 'Jarrón' },
    parent: 'table',
    position: [0.12, 0.54, -0.06],
    material: 'clay',
    props: { radius: 0.11, topRadius: 0.05, height: 0.24 },
  },
  {
    id: 'bowl',
    kind: 'sphere',
    name: { en: 'Bowl', es: 'Cuenco' },
    parent: 'table',
    position: [-0.2, 0.46, 0.14],
    scale: [1, 0.45, 1],
    material: 'brass',
    props: { radius: 0.12 },
  },
  {
    id: 'sideboard',
    kind: 'group',
    name: { en: 'Sideboard', es: 'Aparador' },
    position: [-2.2, FLOOR, 0.35],
  },
  {
    id: 'cabinet',
    kind: 'roundedBox',
    name: { en: 'Cabinet', es: 'Mueble' },
    parent: 'sideboard',
    position: [0, 0.34, 0],
    material: 'walnut',
    props: { size: [0.44, 0.46, 1.7], radius: 0.02 },
  },
  {
    id: 'plinth',
    kind: 'box',
    name: { en: 'Plinth', es: 'Zócalo' },
    parent: 'sideboard',
    position: [-0.02, 0.055, 0],
    material: 'ink',
    props: { size: [0.36, 0.11, 1.6] },
  },
  ...BOOKS,
  {
    id: 'frame',
    kind: 'box',
    name: { en: 'Frame', es: 'Marco' },
    position: [-2.42, 1.62, 0.35],
    material: 'ink',
    props: { size: [0.04, 0.9, 1.25] },
  },
  {
    id: 'canvas',
    kind: 'box',
    name: { en: 'Canvas', es: 'Lienzo' },
    position: [-2.405, 1.62, 0.35],
    material: 'cream',
    props: { size: [0.04, 0.82, 1.17] },
  },
  ...(
    [
      ['canvas-sun', 'clay', [-2.384, 1.7, 0.2], 0.22],
      ['canvas-hill', 'sea', [-2.382, 1.5, 0.56], 0.17],
    ] as const
  ).map(([id, material, position, radius]): TemplateNode => {
    return {
      ...{ id, kind: 'cylinder', name: { en: 'Circle', es: 'Círculo' }, position, material },
      rotation: turned('z', 90),
      props: { radius, height: 0.01 },
    };
  }),
  { id: 'plant', kind: 'group', name: { en: 'Plant', es: 'Planta' }, position: [-1.95, FLOOR, -1.45] },
  {
    id: 'pot',
    kind: 'cone',
    name: { en: 'Pot', es: 'Maceta' },
    parent: 'plant',
    position: [0, 0.2, 0],
    material: 'cream',
    props: { radius: 0.17, topRadius: 0.23, height: 0.4 },
  },
  ...LEAF_NODES,
];

const LIGHTS: TemplateNode[] = [
  {
    id: 'lamp',
    kind: 'group',
    name: { en: 'Floor lamp', es: 'Lámpara de pie' },
    position: [-0.85, FLOOR, -1.55],
  },
  {
    id: 'lamp-foot',
    kind: 'cylinder',
    name: { en: 'Foot', es: 'Pie' },
    parent: 'lamp',
    position: [0, 0.015, 0],
    material: 'brass',
    props: { radius: 0.16, height: 0.03 },
  },
  {
    id: 'lamp-stand',
    kind: 'cylinder',
    name: { en: 'Stand', es: 'Soporte' },
    parent: 'lamp',
    position: [0, 0.75, 0],
    material: 'brass',
    props: { radius: 0.014, height: 1.45 },
  },
  {
    id: 'lamp-shade',
    kind: 'cone',
    name: { en: 'Shade', es: 'Pantalla' },
    parent: 'lamp',
    position: [0, 1.55, 0],
    material: 'glow',
    props: { radius: 0.25, topRadius: 0.16, height: 0.3 },
  },
  {
    id: 'lamp-light',
    kind: 'pointLight',
    name: { en: 'Lamp light', es: 'Luz de la lámpara' },
    parent: 'lamp',
    position: [0, 1.55, 0],
    props: { color: '#ffc98a', intensity: 2.5, castShadow: false },
  },
  {
    id: 'sun',
    kind: 'directionalLight',
    name: { en: 'Sun', es: 'Sol' },
    ...aimed([5.2, 6, 1.6], [0, 0.2, 0]),
    props: { color: '#fff3e2', intensity: 2.6, castShadow: true },
  },
];

/** A furnished room, open to two sides. */
export const livingRoom: Template = {
  nodes: [...ROOM, ...SOFA, ...FURNITURE, ...LIGHTS],
  camera: { position: [6.4, 4.6, 7.4], target: [-0.05, 0.95, -0.1], fov: 32 },
  environment: {
    intensity: 0.85,
    background: { kind: 'gradient', color: '#fdfaf5', color2: '#dfe6ea' },
  },
};
