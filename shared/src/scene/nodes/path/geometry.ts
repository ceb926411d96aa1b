import { extrude } from '../extrude.ts';
import type { NodeGeometry } from '../geometry.ts';
import { distinctPoints, type PlanPoint, stripOutline } from '../plan.ts';

export const pathGeometry: NodeGeometry<'path'> = {
  build: ({ points, closed, depth, bevel, width }) => {
    const distinct = distinctPoints(points, closed);
    const outline = closed && distinct.length > 2 ? distinct : stripOutline(distinct, width);
    return extrude({ outline, height: depth, cut: Math.min(bevel, depth / 2, thinnest(outline) / 2) });
  },
  share: (props) => {
    const hasLine = distinctPoints(props.points, props.closed).length > 1;
    return hasLine ? { key: `path:${JSON.stringify(props)}`, props, scale: [1, 1, 1] } : null;
  },
};

/** A bound on how far edges can be cut: the smaller side of the rectangle around it. */
function thinnest(outline: readonly PlanPoint[]): number {
  const side = (axis: 0 | 1) => {
    const values = outline.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.min(side(0), side(1));
}
