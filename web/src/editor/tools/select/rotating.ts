import type { Matrix4 } from 'three';
import type { DragParts } from '../../kernels/drag.ts';
import { type HandleDrag, rotateBy } from '../../kernels/gizmo-drag.ts';
import { Transforming } from './transforming.ts';

/** Rotates the selection about the gizmo's centre. */
export class Rotating extends Transforming {
  readonly id = 'rotating';
  protected readonly mode = 'rotate';

  protected deltaOf(drag: HandleDrag): Matrix4 {
    return rotateBy(drag).matrix;
  }

  protected partsOf(): DragParts {
    return ['position', 'rotation'];
  }
}
