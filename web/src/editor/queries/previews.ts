import type { Matrix4 } from 'three';
import type { Editor } from '../editor.ts';

/** Where things are seen that somebody is dragging, this person or another; what is locked stays where it is. */
export function draggedWorlds({ scene, drag, presence }: Editor): Map<string, Matrix4> {
  const worlds = new Map<string, Matrix4>();
  for (const peer of presence?.peers.get() ?? []) {
    for (const id of peer.drag === null ? [] : peer.selection) {
      if (scene.node(id)?.locked === false && peer.drag) {
        worlds.set(id, scene.worldOf(id).premultiply(peer.drag));
      }
    }
  }
  const own = drag.state.get();
  for (const [id, start] of own?.starts ?? []) {
    worlds.set(id, start.clone().premultiply(own?.delta ?? start));
  }
  return worlds;
}
