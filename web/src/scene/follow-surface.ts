import type { Vector3 } from 'three';
import type { FileSpot } from './scene-nodes.ts';

/** Where something was set on a surface, as documents and comments keep it; what is null is not known. */
type KeptSurface = {
  node: string;
  mesh: number | string | null;
  triangle: number | null;
  barycentric: [number, number, number] | null;
};

/** Knows where spots of surfaces are that bend or move by themselves. */
export type SpotPlacer = { placeOnSpot(id: string, spot: FileSpot, into: Vector3): boolean };

/** What moves a point along with the surface that it was set on; undefined where the spot was not kept. */
export function followerOf(
  surface: KeptSurface | null,
  placer: SpotPlacer,
): ((point: Vector3) => boolean) | undefined {
  if (!surface) {
    return undefined;
  }
  const { node, mesh, triangle, barycentric } = surface;
  return mesh === null || triangle === null || barycentric === null
    ? undefined
    : (point) => placer.placeOnSpot(node, { mesh, triangle, barycentric }, point);
}
