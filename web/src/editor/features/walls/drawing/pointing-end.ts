import type { PointerInfo } from '../../../tools/pointer.ts';
import type { PlanLevel } from '../model/plan-level.ts';
import { MovingEnd } from './moving-end.ts';
import { PointingHandle } from './pointing-handle.ts';
import type { EndHandle } from './wall-tool.ts';

/** Press on an end of the selected wall; a drag moves it. */
export class PointingEnd extends PointingHandle<EndHandle> {
  readonly id = 'pointingEnd';

  protected drag(pointer: PointerInfo): void {
    this.tool.enter(new MovingEnd(this.tool, this.press.handle, pointer));
  }

  protected levelAt(): PlanLevel {
    return this.press.handle.level;
  }
}
