import type { Viewpoint } from '../parts.ts';

/** Largest height of the view direction at which the ground is edge-on. */
const EDGE_ON = 1e-3;

/** Whether an orthographic view shows the ground edge-on, so that distance is not visible. */
export function isEdgeOn({ camera }: Viewpoint): boolean {
  const { position, target } = camera.pose.value;
  const height = position.clone().sub(target).normalize().y;
  return camera.projection === 'orthographic' && Math.abs(height) < EDGE_ON;
}
