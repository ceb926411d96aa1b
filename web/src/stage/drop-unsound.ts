import { Camera, Light, Object3D, OrthographicCamera, PerspectiveCamera, SpotLight } from 'three';

const SMALLEST = 1e-4;

/**
 * Resets the transforms of cameras and lights whose numbers are invalid, in place. Their children stay.
 * @returns dropped features, one line each, for the import's report.
 */
export function dropUnsound(root: Object3D): string[] {
  const unsound: Object3D[] = [];
  root.traverse((object) => {
    const isBad =
      (object instanceof Camera && !isSoundCamera(object)) ||
      (object instanceof Light && !isSoundLight(object));
    if (isBad) {
      unsound.push(object);
    } else if (object instanceof SpotLight) {
      // glTF requires the inner cone to be smaller than the outer one, and both within a half space.
      object.angle = Math.min(Math.max(object.angle, SMALLEST), Math.PI / 2);
      object.penumbra = Math.min(Math.max(object.penumbra, SMALLEST), 1);
    }
  });
  return unsound.map((object) => {
    const place = new Object3D();
    place.name = object.name;
    place.userData = object.userData;
    place.applyMatrix4(object.matrix.compose(object.position, object.quaternion, object.scale));
    // A spotlight's target is its child as well.
    place.add(...object.children);
    object.parent?.add(place);
    object.removeFromParent();
    const kind = object instanceof Camera ? 'camera' : 'light';
    return `The ${kind} ${object.name || 'without a name'}, whose numbers make no sense`;
  });
}

function isSoundCamera(camera: Camera): boolean {
  if (camera instanceof PerspectiveCamera) {
    const { near, far, aspect, fov } = camera;
    return (
      near > 0 &&
      Number.isFinite(far) &&
      far > near &&
      aspect > 0 &&
      Number.isFinite(aspect) &&
      fov > 0 &&
      fov < 180
    );
  }
  if (camera instanceof OrthographicCamera) {
    const { near, far, left, right, top, bottom } = camera;
    return near >= 0 && Number.isFinite(far) && far > near && right > left && top > bottom;
  }
  return false;
}

function isSoundLight(light: Light): boolean {
  const { r, g, b } = light.color;
  const { distance = 0, angle = 1 } = light as Partial<SpotLight>;
  return (
    [r, g, b, light.intensity, distance].every((value) => Number.isFinite(value) && value >= 0) &&
    Number.isFinite(angle)
  );
}
