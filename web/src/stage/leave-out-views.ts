import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import { leftOutViews } from '@diorama/shared/domain/left-out-views.ts';
import { AmbientLight, Camera, Light, Object3D } from 'three';

/**
 * Puts a plain place where a camera or light stands, in place. What they hold stays, and moves as before.
 * @returns lines for the import's report.
 */
export function leaveOutViews(root: Object3D): ImportMessage[] {
  const found: Object3D[] = [];
  root.traverse((object) => {
    if (object instanceof Camera || object instanceof Light) {
      found.push(object);
    }
  });
  for (const object of found) {
    const place = new Object3D();
    place.name = object.name;
    // Animations find it by this.
    place.uuid = object.uuid;
    place.userData = object.userData;
    place.applyMatrix4(object.matrix.compose(object.position, object.quaternion, object.scale));
    // A spotlight's target is its child as well.
    place.add(...object.children);
    object.parent?.add(place);
    object.removeFromParent();
  }
  const cameras = found.filter((object) => object instanceof Camera).length;
  // Ambient light has no place in a model; loaders make some of it up.
  const lights = found.filter(
    (object) => object instanceof Light && !(object instanceof AmbientLight),
  ).length;
  return leftOutViews({ cameras, lights });
}
