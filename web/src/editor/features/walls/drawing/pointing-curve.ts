import type { PointerInfo } from '../../../tools/pointer.ts';
import type { CurveHandle } from '../model/curve-handle.ts';
import type { PlanLevel } from '../model/plan-level.ts';
import { BendingWall } from '../moving/bending-wall.ts';
import { PointingHandle } from './pointing-handle.ts';

/** Press on the middle of the selected wall; a drag bends the wall. */
export class PointingCurve extends PointingHandle<CurveHandle> {
  readonly id = 'pointingCurve';

  protected drag(pointer: PointerInfo): void {
    const bending = new BendingWall(this.tool, this.press);
    this.tool.enter(bending);
    bending.onPointerMove(pointer);
  }

  protected levelAt(pointer: PointerInfo): PlanLevel {
    return this.tool.place.levelAt(pointer);
  }
}
