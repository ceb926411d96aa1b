import { type Box3, Plane, Ray, Vector3 } from 'three';
import type { Point } from '../measure/snap-to-surface.ts';
import { type DoorContext, Doors } from './doors.ts';
import type { Cast } from './walk-body.ts';
import { Walker, type WalkerOptions } from './walker.ts';

/** Nearest surface along a ray. */
type WalkHit = { id: string; distance: number; point: Vector3; normal: Vector3 };

/** Scene that a user walks through; `rayAt` takes a point of the viewport, in CSS pixels. */
export type WalkedScene = Pick<DoorContext, 'nodeOf' | 'showAs'> & {
  pick: (ray: Ray, far?: number) => WalkHit | undefined;
  rayAt: (at: Point) => Ray;
  bounds: Box3;
};

/** Upward component of a normal above which a surface can be walked on. */
const LEVEL = 0.6;

/** Walks through a scene. @param viewport - element in the size of the picture */
export function walkThrough(
  scene: WalkedScene,
  viewport: HTMLElement,
  options: Pick<WalkerOptions, 'host' | 'from' | 'show' | 'words' | 'onLeave'>,
): Walker {
  const { pick, bounds, nodeOf, showAs } = scene;
  // The ground, or below all lower objects.
  const floor = bounds.isEmpty() ? 0 : Math.min(bounds.min.y, 0);
  const rayAt = (x: number, y: number) => {
    const { left, top } = viewport.getBoundingClientRect();
    return scene.rayAt({ x: x - left, y: y - top });
  };
  return new Walker({
    ...options,
    cast: castIn(scene),
    doors: new Doors({ hit: (ray) => pick(ray) ?? null, nodeOf, showAs }),
    rayAt,
    placeAt: (x, y) => {
      const ray = rayAt(x, y);
      const hit = pick(ray);
      if (hit) {
        return Math.abs(hit.normal.y) >= LEVEL ? hit.point : null;
      }
      return ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -floor), new Vector3());
    },
    floor,
  });
}

/** Collision test against all visible surfaces. */
export function castIn({ pick }: Pick<WalkedScene, 'pick'>): Cast {
  return (from, way, far) => {
    const hit = pick(new Ray(from, way), far);
    return hit && hit.distance <= far ? { distance: hit.distance, normal: hit.normal } : null;
  };
}
