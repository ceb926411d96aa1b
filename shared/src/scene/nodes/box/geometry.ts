import { BoxGeometry } from 'three';
import type { NodeGeometry } from '../geometry.ts';

export const boxGeometry: NodeGeometry<'box'> = {
  build: ({ size }) => new BoxGeometry(...size),
  share: ({ size }) => ({ key: 'box', props: { size: [1, 1, 1] }, scale: size }),
};
