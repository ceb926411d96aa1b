import type { Matrix4 } from 'three';
import { type HandleDrag, translateBy } from '../../kernels/gizmo-drag.ts';
import type { DragParts } from '../../managers/drag.ts';
import { Transforming } from './transforming.ts';

/** The selection is being moved. */
export class Translating extends Transforming {
  readonly id = 'translating';
  protected readonly mode = 'translate';

  protected deltaOf(drag: HandleDrag): Matrix4 {
    return translateBy(drag);
  }

  protected partsOf(): DragParts {
    return ['position'];
  }
}
