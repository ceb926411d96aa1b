import { generateNKeysBetween } from 'fractional-indexing';
import type { SceneStart, SceneTemplate } from '../domain/scene-templates.ts';
import { emptyDocument, parseDocument, type SceneDocument } from './document.ts';

type RawNode = { id: string; kind: string; name: string; [key: string]: unknown };

const COLOURS = {
  clay: '#c96f4a',
  sand: '#e3cba8',
  sage: '#8fa58a',
  ink: '#2d3748',
  cream: '#f3ede2',
  brass: '#c9a24b',
  sea: '#4a7fa5',
} as const;
type Colour = keyof typeof COLOURS;

const DOCUMENTS: Record<SceneTemplate, () => SceneDocument> = {
  'still-life': stillLife,
  pavilion,
  'colour-study': colourStudy,
};

/** Document of a template. */
export function templateDocument(template: SceneTemplate): SceneDocument {
  return DOCUMENTS[template]();
}

/** Document of a new scene; `sun` is the name of the sun of a `lit` one. */
export function startDocument(start: SceneStart | null, sun: string): SceneDocument {
  if (start === null) {
    return emptyDocument();
  }
  return start === 'lit' ? litDocument(sun) : templateDocument(start);
}

/** A scene without objects: a sun with soft shadows, in addition to the studio light. */
function litDocument(name: string): SceneDocument {
  return parseDocument({
    nodes: {
      sun: {
        index: generateNKeysBetween(null, null, 1)[0],
        kind: 'directionalLight',
        name,
        position: [3, 4, 2],
        rotation: [-0.38, 0.42, 0.19, 0.8],
        props: { color: '#fff6e8', intensity: 2.2, castShadow: true },
      },
    },
  });
}

function material(colour: Colour, roughness = 0.6, metalness = 0) {
  return { name: colour, color: COLOURS[colour], roughness, metalness };
}

function build(
  nodes: readonly RawNode[],
  camera: { position: number[]; target: number[] },
  ground = 'shadow',
) {
  const keys = generateNKeysBetween(null, null, nodes.length);
  return parseDocument({
    camera,
    environment: {
      ground: { kind: ground },
      background: { kind: 'gradient', color: '#e9edf2', color2: '#b9c2cf' },
    },
    materials: {
      clay: material('clay'),
      sand: material('sand', 0.8),
      sage: material('sage', 0.7),
      ink: material('ink', 0.4),
      cream: material('cream', 0.9),
      brass: material('brass', 0.25, 1),
      sea: material('sea', 0.3),
    },
    nodes: Object.fromEntries(nodes.map(({ id, ...node }, at) => [id, { index: keys[at], ...node }])),
  });
}

function stillLife(): SceneDocument {
  return build(
    [
      {
        id: 'table',
        kind: 'cylinder',
        name: 'Table',
        position: [0, 0.05, 0],
        material: 'cream',
        props: { radius: 1.6, height: 0.1 },
      },
      {
        id: 'vase',
        kind: 'cylinder',
        name: 'Vase',
        position: [-0.45, 0.5, 0.1],
        material: 'clay',
        props: { radius: 0.22, height: 0.8 },
      },
      {
        id: 'rim',
        kind: 'torus',
        name: 'Rim',
        position: [-0.45, 0.9, 0.1],
        rotation: [0, 0, 0, 1],
        material: 'clay',
        props: { radius: 0.22, tube: 0.035 },
      },
      {
        id: 'orange',
        kind: 'sphere',
        name: 'Orange',
        position: [0.35, 0.32, 0.3],
        material: 'brass',
        props: { radius: 0.22 },
      },
      {
        id: 'plum',
        kind: 'sphere',
        name: 'Plum',
        position: [0.75, 0.26, -0.1],
        material: 'sea',
        props: { radius: 0.16 },
      },
      {
        id: 'cone',
        kind: 'cone',
        name: 'Candle',
        position: [0.1, 0.5, -0.45],
        material: 'sage',
        props: { radius: 0.2, height: 0.8 },
      },
      {
        id: 'book',
        kind: 'box',
        name: 'Book',
        position: [0.55, 0.14, 0.75],
        rotation: [0, 0.199, 0, 0.98],
        material: 'ink',
        props: { size: [0.6, 0.08, 0.4] },
      },
      {
        id: 'sun',
        kind: 'directionalLight',
        name: 'Sun',
        position: [2, 3, 2],
        rotation: [-0.35, 0.36, 0.15, 0.85],
        props: { color: '#fff2df', intensity: 2.5, castShadow: true },
      },
    ],
    { position: [2.4, 1.7, 2.8], target: [0.05, 0.35, 0.1] },
  );
}

function pavilion(): SceneDocument {
  const columns = [-1.5, -0.5, 0.5, 1.5].flatMap((x, at) =>
    [-1, 1].map((z) => ({
      id: `column-${at}-${z < 0 ? 'a' : 'b'}`,
      kind: 'cylinder',
      name: 'Column',
      parent: 'columns',
      position: [x, 1.1, z],
      material: 'cream',
      props: { radius: 0.11, height: 1.8 },
    })),
  );
  return build(
    [
      {
        id: 'base',
        kind: 'box',
        name: 'Base',
        position: [0, 0.1, 0],
        material: 'sand',
        props: { size: [4, 0.2, 3] },
      },
      { id: 'columns', kind: 'group', name: 'Columns', props: {} },
      ...columns,
      {
        id: 'roof',
        kind: 'box',
        name: 'Roof',
        position: [0, 2.08, 0],
        material: 'clay',
        props: { size: [3.9, 0.16, 2.8] },
      },
      {
        id: 'pool',
        kind: 'plane',
        name: 'Pool',
        position: [0, 0.205, 0],
        material: 'sea',
        props: { size: [2, 1] },
      },
      {
        id: 'lamp',
        kind: 'pointLight',
        name: 'Lamp',
        position: [0, 1.7, 0],
        props: { color: '#ffd9a0', intensity: 12, castShadow: false },
      },
      {
        id: 'sun',
        kind: 'directionalLight',
        name: 'Sun',
        position: [3, 4, 2],
        rotation: [-0.38, 0.42, 0.19, 0.8],
        props: { color: '#fff6e8', intensity: 2.2, castShadow: true },
      },
    ],
    { position: [4.6, 2.6, 5], target: [0, 0.95, 0] },
  );
}

function colourStudy(): SceneDocument {
  const colours = Object.keys(COLOURS);
  const spheres = Array.from({ length: 21 }, (_, at) => ({
    id: `ball-${at}`,
    kind: 'sphere',
    name: `Ball ${at + 1}`,
    position: [((at % 7) - 3) * 0.62, 0.26, (Math.floor(at / 7) - 1) * 0.62],
    material: colours[(at * 3 + Math.floor(at / 7)) % colours.length],
    props: { radius: 0.26 },
  }));
  return build(
    [
      ...spheres,
      {
        id: 'key',
        kind: 'spotLight',
        name: 'Key light',
        position: [2.5, 4, 2.5],
        rotation: [-0.41, 0.36, 0.17, 0.82],
        props: { color: '#ffffff', intensity: 120, angle: 0.6, penumbra: 0.6, castShadow: true },
      },
    ],
    { position: [2.6, 2.3, 3.6], target: [0, 0.15, 0] },
    'shadow',
  );
}
