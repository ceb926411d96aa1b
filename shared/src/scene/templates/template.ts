import { generateNKeysBetween } from 'fractional-indexing';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Language } from '../../i18n/t.ts';
import { parseDocument, type SceneDocument } from '../document.ts';
import type { NodeKind } from '../nodes/index.ts';

type Vector = readonly [x: number, y: number, z: number];

/** Name of a node in each language. */
export type TemplateName = Readonly<Record<Language, string>>;

/** A node of a template; absent values have their defaults. */
export type TemplateNode = {
  id: string;
  kind: NodeKind;
  name: TemplateName;
  parent?: string;
  position?: Vector;
  rotation?: readonly number[];
  scale?: Vector;
  material?: keyof typeof MATERIALS;
  props?: object;
};

/** Contents of a template: nodes in the order of the outliner, and the values of the scene. */
export type Template = {
  nodes: readonly TemplateNode[];
  camera: { position: Vector; target: Vector; fov: number };
  environment: object;
};

/** Materials that the templates share, by name. */
const MATERIALS = {
  plaster: { color: '#f1ece3', roughness: 0.92 },
  cream: { color: '#ebe1d0', roughness: 0.7 },
  sand: { color: '#d9c09a', roughness: 0.85 },
  oak: { color: '#b98a5a', roughness: 0.55 },
  walnut: { color: '#6d4a33', roughness: 0.5 },
  clay: { color: '#c8694a', roughness: 0.75 },
  sage: { color: '#8fa38a', roughness: 0.9 },
  leaf: { color: '#5d7f55', roughness: 0.7 },
  sea: { color: '#3f6f8f', roughness: 0.85 },
  ink: { color: '#272c34', roughness: 0.45 },
  stone: { color: '#a8a9a6', roughness: 0.85 },
  brass: { color: '#d0a556', roughness: 0.22, metalness: 1 },
  glass: {
    color: '#dca05c',
    roughness: 0.06,
    advanced: { clearcoat: 1, transmission: 0.75, thickness: 0.15 },
  },
  glow: { color: '#fff4e0', roughness: 0.8, emissive: '#ffd9a0', emissiveIntensity: 0.9 },
} as const;

/** Document of a template, with the names of a language and the materials that its nodes use. */
export function documentOf({ nodes, camera, environment }: Template, language: Language): SceneDocument {
  const keys = generateNKeysBetween(null, null, nodes.length);
  const used = new Set<string>(nodes.flatMap(({ material }) => material ?? []));
  const names = numbered(nodes.map(({ name }) => name[language]));
  return parseDocument({
    camera,
    environment,
    materials: Object.fromEntries(
      Object.entries(MATERIALS)
        .filter(([name]) => used.has(name))
        .map(([name, material]) => [name, { name, ...material }]),
    ),
    nodes: Object.fromEntries(
      nodes.map(({ id, ...node }, at) => [id, { ...node, index: keys[at], name: names[at] }]),
    ),
  });
}

/** Names of which the second and later equal ones have a number. */
function numbered(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    return before === 0 ? name : `${name} ${before + 1}`;
  });
}

/** Position and rotation of a light that shines from one point to another. */
export function aimed(position: Vector, target: Vector): Pick<TemplateNode, 'position' | 'rotation'> {
  const matrix = new Matrix4().lookAt(new Vector3(...position), new Vector3(...target), new Vector3(0, 1, 0));
  return { position, rotation: new Quaternion().setFromRotationMatrix(matrix).toArray() };
}

/** Rotation about an axis by an angle in degrees. */
export function turned(axis: 'x' | 'y' | 'z', degrees: number): number[] {
  const about = new Vector3().setComponent('xyz'.indexOf(axis), 1);
  return new Quaternion().setFromAxisAngle(about, (degrees * Math.PI) / 180).toArray();
}
