import { BufferGeometry, Mesh, type Object3D, PropertyBinding } from 'three';
import { type FbxGraph, linksOf, nameOf, objectsOf, removeLinks } from './fbx-graph.ts';
import { childOf, type FbxNode, numberAt, textAt } from './fbx-node.ts';

const PERCENT = 100;
/** Signs that name parts of an animation's target. */
const RESERVED = /[[\].:/]/g;
const MORPH_TRACK = /^(.*)\.morphTargetInfluences\[(\d+)\]$/;

/** Static weights of blend shapes by the name of their channel, 1 for the whole shape. */
export type ShapeWeights = ReadonlyMap<string, number>;

/**
 * Prepares blend shapes for three's loader, in place: of a channel with shapes in between it reads only one, which must be the
 * whole shape.
 * @param dropped receives what is left out.
 */
export function prepareBlendShapes(graph: FbxGraph, dropped: string[]): ShapeWeights {
  const links = linksOf(graph);
  const geometries = objectsOf(graph, 'Geometry');
  const weights = new Map<string, number>();
  const gone = new Set<FbxNode>();
  for (const [id, channel] of objectsOf(graph, 'Deformer')) {
    if (textAt(channel, 2) !== 'BlendShapeChannel') {
      continue;
    }
    const percent = numberAt(childOf(channel, 'DeformPercent') ?? channel, 0);
    if (childOf(channel, 'DeformPercent') && percent) {
      weights.set(nameOf(channel), percent / PERCENT);
    }
    const shapes = links.filter(({ from, to }) => to === id && geometries.has(from));
    const whole = wholeShape(channel, shapes.length);
    for (const [at, { node }] of shapes.entries()) {
      if (at !== whole) {
        gone.add(node);
      }
    }
  }
  removeLinks(graph, gone);
  if (gone.size > 0) {
    dropped.push(`${gone.size} shapes in between of blend shapes`);
  }
  return weights;
}

/** Position of the shape with the largest weight among those of a channel. */
function wholeShape(channel: FbxNode, count: number): number {
  const value = childOf(channel, 'FullWeights')?.values[0];
  const full = value && 'values' in value ? Array.from(value.values, Number) : [];
  const known = full.slice(0, count);
  return known.length === count && count > 0 ? known.indexOf(Math.max(...known)) : count - 1;
}

/** Gives meshes the static weights of their blend shapes, and names that animations can refer to. */
export function finishBlendShapes(root: Object3D, weights: ShapeWeights): void {
  root.traverse((object) => {
    if (!(object instanceof Mesh) || !(object.geometry instanceof BufferGeometry)) {
      return;
    }
    const targets = object.geometry.morphAttributes.position ?? [];
    if (targets.length === 0) {
      return;
    }
    const taken = new Set<string>();
    const influences = targets.map((target, at) => {
      const influence = weights.get(target.name) ?? object.morphTargetInfluences?.[at] ?? 0;
      target.name = freeName(target.name.replace(RESERVED, '_'), taken);
      return influence;
    });
    object.updateMorphTargets();
    object.morphTargetInfluences = influences;
  });
  for (const track of root.animations.flatMap(({ tracks }) => tracks)) {
    const [, nodeName, index] = MORPH_TRACK.exec(track.name) ?? [];
    const mesh: unknown = nodeName === undefined ? null : PropertyBinding.findNode(root, nodeName);
    const name =
      mesh instanceof Mesh ? mesh.geometry.morphAttributes.position?.[Number(index)]?.name : undefined;
    if (name !== undefined) {
      track.name = `${nodeName}.morphTargetInfluences[${name}]`;
    }
  }
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) {
    free = `${name}_${count}`;
  }
  taken.add(free);
  return free;
}
