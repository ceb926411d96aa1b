import { parseDocument } from '@diorama/shared/scene/document.ts';
import { Vector3 } from 'three';
import { expect, it } from 'vitest';
import { followerOf, surfacePointsIn } from './follow-surface.ts';
import type { SceneView } from './scene-view.ts';

const document = parseDocument({ nodes: { door: { kind: 'opening' }, robot: { kind: 'model' } } });

/** Places a point of a node, with or without lighter files. */
function placed(node: string, areFilesSimplified: boolean): number[] {
  const nodes = {
    placeAtSurfacePoint: (_id: string, _spot: unknown, into: Vector3) => {
      into.set(1, 2, 3);
      return true;
    },
  };
  // The code under test reads only this part of a view.
  const view = { shown: document, nodes } as unknown as SceneView;
  const surface = { node, mesh: 0, triangle: 4, barycentric: [1, 0, 0] as [number, number, number] };
  const point = new Vector3();
  followerOf(surface, surfacePointsIn(view, areFilesSimplified))?.(point);
  return point.toArray();
}

it('points follow moving surfaces, except those of simplified models with other triangles', () => {
  expect([placed('door', false), placed('door', true), placed('robot', false)]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
  ]);
  expect(placed('robot', true)).toEqual([0, 0, 0]);
});
