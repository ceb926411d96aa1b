import { contentAspect } from '../../scene/content-aspect.ts';
import type { CameraPose } from '../managers/camera.ts';
import type { DrawnScene, Viewpoint } from '../parts.ts';

/** Aspect of the frame in which surfaces of any shape show a view of the scene whole. */
export function contentAspectOf({ camera, queries }: DrawnScene & Viewpoint, pose: CameraPose): number {
  return contentAspect({ ...pose, projection: camera.projection }, queries?.shownBoxes() ?? []);
}
