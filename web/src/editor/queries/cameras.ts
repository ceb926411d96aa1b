import type { NodeOf } from '@diorama/shared/scene/document.ts';
import type { Editor } from '../editor.ts';

/** All cameras of the scene, in no order of their own. */
export function camerasOf({ scene }: Editor): { id: string; node: NodeOf<'camera'> }[] {
  return scene.nodesOf('camera').map(([id, node]) => ({ id, node }));
}

/** The selected camera, if one is selected alone. */
export function selectedCamera({ scene, selection }: Editor): string | null {
  const [id, ...others] = selection.get();
  return id !== undefined && others.length === 0 && scene.node(id)?.kind === 'camera' ? id : null;
}
