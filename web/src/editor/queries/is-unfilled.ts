import { lightOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { SceneReader } from '../parts.ts';

/** Whether a scene holds nothing but lights, such as the sun of a new scene. */
export function isUnfilled({ scene }: SceneReader): boolean {
  return Object.values(scene.document.value.nodes).every((node) => lightOf(node) !== undefined);
}
