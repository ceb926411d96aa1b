import { TorusGeometry } from 'three';
import type { NodeGeometry } from '../geometry.ts';

export const torusGeometry: NodeGeometry<'torus'> = {
  // three's torus turns about Z.
  build: ({ radius, tube }) => new TorusGeometry(radius, tube, 16, 64).rotateX(Math.PI / 2),
  share: ({ radius, tube }) => ({
    key: `torus:${tube / radius}`,
    props: { radius: 1, tube: tube / radius },
    scale: [radius, radius, radius],
  }),
};
