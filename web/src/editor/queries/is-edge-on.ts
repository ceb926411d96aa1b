import type { Editor } from '../editor.ts';

/** Looking down or up by less than this, the ground is seen from its edge: the height of the way to the eye. */
const EDGE_ON = 1e-3;

/** Whether a view without perspective shows the ground from its edge, so that what is further away is seen nowhere else. */
export function isEdgeOn({ camera }: Pick<Editor, 'camera'>): boolean {
  const { position, target } = camera.get();
  const height = position.clone().sub(target).normalize().y;
  return camera.projection === 'orthographic' && Math.abs(height) < EDGE_ON;
}
