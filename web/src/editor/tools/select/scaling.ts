import type { Matrix4 } from 'three';
import type { DragParts } from '../../kernels/drag.ts';
import { type HandleDrag, scaleBy } from '../../kernels/gizmo-drag.ts';
import { Transforming } from './transforming.ts';

/** Scales the selection from the gizmo's centre. */
export class Scaling extends Transforming {
  readonly id = 'scaling';
  protected readonly mode = 'scale';

  protected deltaOf(drag: HandleDrag): Matrix4 {
    return scaleBy(drag, this.editor.preferences.values.value.isScaleLinked).matrix;
  }

  protected partsOf(): DragParts {
    // A single node is scaled in place along its own axes; several also move apart or together.
    return this.editor.selection.outermost.length === 1 ? ['scale'] : ['position', 'scale'];
  }
}
