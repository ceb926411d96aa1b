import { RingGeometry } from 'three';
import type { NodeGeometry, PropsOf } from '../geometry.ts';

export const ringGeometry: NodeGeometry<'ring'> = {
  build: (props) => {
    const [inner, outer] = sorted(props);
    // three's ring faces +Z.
    return new RingGeometry(inner, outer, 64).rotateX(-Math.PI / 2);
  },
  share: (props) => {
    const [inner, outer] = sorted(props);
    return {
      key: `ring:${inner / outer}`,
      props: { innerRadius: inner / outer, outerRadius: 1 },
      scale: [outer, 1, outer],
    };
  },
};

/** Two people may each set a radius; the smaller one is the hole. */
function sorted({ innerRadius, outerRadius }: PropsOf<'ring'>): [number, number] {
  return innerRadius < outerRadius ? [innerRadius, outerRadius] : [outerRadius, innerRadius];
}
