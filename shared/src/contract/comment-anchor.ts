import { z } from 'zod';
import { coordinate, point, sceneId } from '../scene/values.ts';

/**
 * Anchor of a thread in the scene, and the camera it was seen from. `position` (metres) and `normal` are
 * relative to `node`, so that they move with it; without a node they are in scene space.
 */
export const commentAnchor = z.strictObject({
  node: sceneId.nullable().default(null),
  position: point,
  normal: point.nullable().default(null),
  surface: z
    .strictObject({
      node: sceneId,
      mesh: z.number().int().min(0).max(1e6),
      triangle: z.number().int().min(0).max(1e9),
      barycentric: point,
    })
    .nullable()
    .default(null),
  camera: z
    .strictObject({
      position: point,
      target: point,
      fov: z.number().min(1).max(170).default(45),
      projection: z.enum(['perspective', 'orthographic']).default('perspective'),
      zoom: coordinate.optional(),
    })
    .nullable()
    .default(null),
});
export type CommentAnchor = z.output<typeof commentAnchor>;
