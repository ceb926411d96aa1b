import { Matrix4, type Plane, Ray, Vector3 } from 'three';

/** Further away than this a ray that holds something meets the horizon, in metres. */
const REACH = 20;

/**
 * Follows what points at the room while it is held down: fingers on a screen, controllers, pinching hands. Their rays meet
 * the surface that the scene stands on.
 */
export class HeldRays {
  readonly #held = new Map<XRInputSource, Vector3 | null>();

  constructor(session: XRSession, signal: AbortSignal) {
    session.addEventListener('selectstart', ({ inputSource }) => this.#held.set(inputSource, null), {
      signal,
    });
    session.addEventListener('selectend', ({ inputSource }) => this.#held.delete(inputSource), { signal });
    session.addEventListener(
      'inputsourceschange',
      ({ removed }) => {
        for (const source of removed) {
          this.#held.delete(source);
        }
      },
      { signal },
    );
  }

  /** Where each that is held met the surface at the last call and does so now; those that did both times. */
  follow(frame: XRFrame, space: XRReferenceSpace, surface: Plane): { from: Vector3[]; to: Vector3[] } {
    const from: Vector3[] = [];
    const to: Vector3[] = [];
    for (const [source, before] of this.#held) {
      const pose = frame.getPose(source.targetRaySpace, space);
      const now = pose ? meet(pose.transform.matrix, surface) : null;
      this.#held.set(source, now);
      if (before && now) {
        from.push(before);
        to.push(now);
      }
    }
    return { from, to };
  }
}

function meet(matrix: ArrayLike<number>, surface: Plane): Vector3 | null {
  const ray = new Ray(new Vector3(), new Vector3(0, 0, -1)).applyMatrix4(new Matrix4().fromArray(matrix));
  const point = ray.intersectPlane(surface, new Vector3());
  return point && point.distanceTo(ray.origin) <= REACH ? point : null;
}
