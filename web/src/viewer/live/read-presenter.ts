import { MathUtils, Vector3 } from 'three';
import type { LensView } from '../../scene/framing.ts';

/** State of a presenter: view with its angle in degrees, pointer, and open annotation. */
export type PresenterState = {
  by: string;
  view: LensView | null;
  cursor: Vector3 | null;
  stop: string | null;
};

const FOV = { min: 1, max: 170 } as const;
/** Angle, in degrees, with hardly any perspective: visitors have no orthographic camera. */
const FLAT_FOV = 2;
/** Smallest distance of a camera from its target, in metres. */
const NEAREST = 1e-3;

/** Parses a message about the presenter; null for none, `other` for other messages. */
export function readPresenter(payload: string): PresenterState | null | 'other' {
  let message: Record<string, unknown> | null;
  try {
    message = JSON.parse(payload);
  } catch {
    return 'other';
  }
  if (message?.type !== 'showing') {
    return 'other';
  }
  const { by, camera, isFlat, cursor, stop } = message;
  if (typeof by !== 'string') {
    return null;
  }
  return {
    by,
    view: readView(camera, isFlat === true),
    cursor: isNumberArray(cursor, 3) ? new Vector3().fromArray(cursor) : null,
    stop: typeof stop === 'string' ? stop : null,
  };
}

function readView(camera: unknown, isFlat: boolean): PresenterState['view'] {
  if (!isNumberArray(camera, 7)) {
    return null;
  }
  const [position, target] = [new Vector3().fromArray(camera), new Vector3().fromArray(camera, 3)];
  const fov = camera[6] ?? 0;
  const isSeeing = fov >= FOV.min && fov <= FOV.max && position.distanceTo(target) >= NEAREST;
  if (!isSeeing) {
    return null;
  }
  return isFlat ? flatten({ position, target, fov }) : { position, target, fov };
}

/** Converts an orthographic view into one from so far away that perspective is negligible. */
function flatten({ position, target, fov }: LensView): LensView {
  const further = Math.tan(MathUtils.degToRad(fov) / 2) / Math.tan(MathUtils.degToRad(FLAT_FOV) / 2);
  return {
    position: position.clone().sub(target).multiplyScalar(further).add(target),
    target,
    fov: FLAT_FOV,
    originalFov: fov,
  };
}

function isNumberArray(value: unknown, count: number): value is number[] {
  return Array.isArray(value) && value.length === count && value.every((one) => Number.isFinite(one));
}
