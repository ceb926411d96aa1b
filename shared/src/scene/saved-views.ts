import { Quaternion, Vector3 } from 'three';
import type { SceneDocument } from './document.ts';
import { resolveScene } from './resolve.ts';

/** A saved view of a scene: position, unit direction, and vertical field of view in degrees. */
export type SavedView = { id: string; name: string; position: Vector3; ahead: Vector3; fov: number };

/** Saved views of a scene in outline order, without hidden cameras. */
export function savedViewsOf(document: SceneDocument): SavedView[] {
  const views: SavedView[] = [];
  for (const { id, node, world, visible } of resolveScene(document).values()) {
    if (node.kind === 'camera' && visible) {
      const position = new Vector3();
      const turn = new Quaternion();
      world.decompose(position, turn, new Vector3());
      const ahead = new Vector3(0, 0, -1).applyQuaternion(turn).normalize();
      views.push({ id, name: node.name, position, ahead, fov: node.props.fov });
    }
  }
  return views;
}
