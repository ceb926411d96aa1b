import { type BufferGeometry, ExtrudeGeometry, Shape, Vector2 } from 'three';
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { NodeGeometry } from '../geometry.ts';
import { distinctPoints, type PlanPoint, stripOutline } from './outline.ts';

const BEVEL_SEGMENTS = 3;

export const pathGeometry: NodeGeometry<'path'> = {
  build: ({ points, closed, depth, bevel, width }) => {
    const distinct = distinctPoints(points, closed);
    return extrude(closed && distinct.length > 2 ? distinct : stripOutline(distinct, width), depth, bevel);
  },
  share: (props) => {
    const hasLine = distinctPoints(props.points, props.closed).length > 1;
    return hasLine ? { key: `path:${JSON.stringify(props)}`, props, scale: [1, 1, 1] } : null;
  },
};

function extrude(outline: readonly PlanPoint[], depth: number, bevel: number): BufferGeometry {
  const cut = Math.min(bevel, depth / 2, thinnest(outline) / 2);
  // three extrudes the XY plane along +Z; turned up, its −Y is our Z.
  const shape = new Shape(outline.map(([x, z]) => new Vector2(x, -z)));
  const solid = new ExtrudeGeometry(shape, {
    depth: depth - 2 * cut,
    bevelEnabled: cut > 0,
    bevelThickness: cut,
    bevelSize: cut,
    bevelOffset: -cut,
    bevelSegments: BEVEL_SEGMENTS,
    curveSegments: 1,
  });
  const geometry = mergeVertices(solid.translate(0, 0, cut).rotateX(-Math.PI / 2));
  geometry.clearGroups();
  return geometry;
}

/** A bound on how far edges can be cut: the smaller side of the rectangle around it. */
function thinnest(outline: readonly PlanPoint[]): number {
  const side = (axis: 0 | 1) => {
    const values = outline.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.min(side(0), side(1));
}
