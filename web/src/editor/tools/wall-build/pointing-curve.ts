import type { CurveHandle } from '../../queries/curve-handle.ts';
import type { PlanLevel } from '../../queries/plan-level.ts';
import type { PointerInfo } from '../pointer.ts';
import { BendingWall } from '../walls/bending-wall.ts';
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
