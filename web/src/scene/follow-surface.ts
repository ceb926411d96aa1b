import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Vector3 } from 'three';
import type { FileSpot } from './scene-nodes.ts';
import type { SceneView } from './scene-view.ts';

/** Where something was set on a surface, as documents and comments keep it; what is null is not known. */
type KeptSurface = {
  node: string;
  mesh: number | string | null;
  triangle: number | null;
  barycentric: [number, number, number] | null;
};

/** Knows where spots of surfaces are that bend or move by themselves. */
export type SpotPlacer = { placeOnSpot(id: string, spot: FileSpot, into: Vector3): boolean };

/** Whether a node shows a lighter file than others see, whose triangles are not those that are kept. */
export function isShownLighter(
  { nodes }: Pick<SceneDocument, 'nodes'>,
  id: string,
  areFilesLight: boolean,
): boolean {
  const kind = nodes[id]?.kind;
  return areFilesLight && kind !== undefined && showsFile(kind);
}

/** Where spots of what a view draws are, but for those of lighter files. */
export function spotsIn(view: Pick<SceneView, 'nodes' | 'document'>, areFilesLight: boolean): SpotPlacer {
  return {
    placeOnSpot: (id, spot, into) =>
      view.document !== null &&
      !isShownLighter(view.document, id, areFilesLight) &&
      view.nodes.placeOnSpot(id, spot, into),
  };
}

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
