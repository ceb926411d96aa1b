import type { NodeOf } from '@diorama/shared/scene/document.ts';
import type { SceneReader, Selecting } from '../parts.ts';

/** All cameras of the scene, unordered. */
export function camerasOf({ scene }: SceneReader): { id: string; node: NodeOf<'camera'> }[] {
  return scene.nodesOf('camera').map(([id, node]) => ({ id, node }));
}

/** The single selected camera, if any. */
export function selectedCamera({ scene, selection }: SceneReader & Selecting): string | null {
  const [id, ...others] = selection.ids.value;
  return id !== undefined && others.length === 0 && scene.node(id)?.kind === 'camera' ? id : null;
}
