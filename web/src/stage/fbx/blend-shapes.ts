import { uniqueName } from '@diorama/shared/domain/unique-name.ts';
import { BufferGeometry, Mesh, type Object3D, PropertyBinding } from 'three';
import { type FbxGraph, fbxNameOf, objectsOf } from './fbx-graph.ts';
import { childOf, numberAt, textAt } from './fbx-node.ts';
import { splitInBetweenShapes } from './in-between-shapes.ts';

const PERCENT = 100;
/** Reserved characters in the names of animation targets. */
const RESERVED = /[[\].:/]/g;
const MORPH_TRACK = /^(.*)\.morphTargetInfluences\[(\d+)\]$/;

/** Static weights of blend shapes by the name of their channel, 1 for the whole shape. */
type ShapeWeights = ReadonlyMap<string, number>;

/** Reads the static weights of blend shapes, and splits channels with in-between shapes, in place. */
export function prepareBlendShapes(graph: FbxGraph): ShapeWeights {
  splitInBetweenShapes(graph);
  const weights = new Map<string, number>();
  for (const channel of objectsOf(graph, 'Deformer').values()) {
    const node = childOf(channel, 'DeformPercent');
    const percent = textAt(channel, 2) === 'BlendShapeChannel' && node ? numberAt(node, 0) : undefined;
    if (percent) {
      weights.set(fbxNameOf(channel), percent / PERCENT);
    }
  }
  return weights;
}

/** Sets the static weights of meshes, and names that animations can refer to. */
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
      target.name = uniqueName(target.name.replace(RESERVED, '_'), taken, { separator: '_' });
      taken.add(target.name);
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
