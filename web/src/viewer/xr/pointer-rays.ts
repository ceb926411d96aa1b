import { Matrix4, type Plane, Ray, Vector3 } from 'three';

/** Distance beyond which a ray counts as hitting the horizon, in metres. */
const REACH = 20;

/**
 * Tracks held input sources: fingers on a screen, controllers, pinching hands. Their rays hit the surface under the
 * scene.
 */
export class PointerRays {
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

  /** Hit points of the held sources at the previous call and now; only sources with both. */
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
