import { localMatrix } from '@diorama/shared/scene/resolve.ts';
import { Matrix4 } from 'three';
import { levelOf } from '../features/walls/model/wall-plan.ts';
import type { DragParts } from '../kernels/drag.ts';
import type { Collaboration, Dragging, SceneReader } from '../parts.ts';
import { writtenParts } from './local-transform.ts';

/** Preview matrices of nodes that this or another user is dragging; locked nodes stay in place. */
export function draggedWorlds(editor: Collaboration & Dragging & SceneReader): Map<string, Matrix4> {
  const { scene, drag, presence } = editor;
  const worlds = new Map<string, Matrix4>();
  for (const peer of presence.peers.value) {
    for (const id of peer.drag === null ? [] : peer.selection) {
      if (scene.node(id) && !scene.isLocked(id) && peer.drag) {
        worlds.set(id, scene.worldOf(id).premultiply(peer.drag));
      }
    }
  }
  const own = drag.state.value;
  const isPlain = own === null || isTranslation(own.delta);
  for (const [id, start] of own?.starts ?? []) {
    const world = start.clone().premultiply(own?.delta ?? start);
    worlds.set(id, isPlain ? world : asWritten(editor, id, world, own.parts));
  }
  return worlds;
}

/**
 * World matrix of a node after a drag is written. A transform cannot store shear, which arises from rotation
 * below a non-uniform scale. A plan wall is written through its lengths.
 */
function asWritten(editor: SceneReader, id: string, world: Matrix4, parts: DragParts): Matrix4 {
  const { scene } = editor;
  const node = scene.node(id);
  if (!node || levelOf(editor, id)) {
    return world;
  }
  const parent = scene.parentOf(id);
  const above = parent === null ? new Matrix4() : scene.worldOf(parent);
  return above.multiply(localMatrix({ ...node, ...writtenParts(editor, id, { world, parts }) }));
}

function isTranslation(matrix: Matrix4): boolean {
  return new Matrix4().copyPosition(matrix).equals(matrix);
}
