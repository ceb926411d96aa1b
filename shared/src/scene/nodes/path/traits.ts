import type { BufferGeometry } from 'three';
import { extrude } from '../extrude.ts';
import { distinctPoints, type PlanPoint, stripOutline } from '../plan.ts';
import type { PropsOf } from '../props.ts';
import type { NodeTraits } from '../traits.ts';

export const pathTraits: NodeTraits<'path'> = {
  role: 'surface',
  shape: (props) => {
    const hasLine = distinctPoints(props.points, props.closed).length > 1;
    return hasLine
      ? {
          key: `path:${JSON.stringify(props)}`,
          scale: [1, 1, 1],
          textureMapping: 'metres',
          build: () => build(props),
        }
      : null;
  },
};

function build({ points, closed, depth, bevel, width }: PropsOf<'path'>): BufferGeometry {
  const distinct = distinctPoints(points, closed);
  const outline = closed && distinct.length > 2 ? distinct : stripOutline(distinct, width);
  return extrude({ outline, height: depth, cut: Math.min(bevel, depth / 2, thinnest(outline) / 2) });
}

/** Upper bound of the bevel: the shorter side of the outline's bounding rectangle. */
function thinnest(outline: readonly PlanPoint[]): number {
  const side = (axis: 0 | 1) => {
    const values = outline.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.min(side(0), side(1));
}
