import { isDragged, type PointerInfo } from '../../../tools/pointer.ts';
import type { Cursor } from '../../../tools/tool.ts';
import type { PlanLevel } from '../model/plan-level.ts';
import { Drawing } from './drawing.ts';
import { WallState } from './wall-state.ts';
import type { WallTool } from './wall-tool.ts';

/** Press on a handle of the selected wall: a drag changes the wall, a release starts a new wall there. */
export abstract class PointingHandle<Handle> extends WallState {
  protected readonly press: { handle: Handle; start: PointerInfo };

  constructor(tool: WallTool, press: { handle: Handle; start: PointerInfo }) {
    super(tool);
    this.press = press;
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onPointerMove(pointer: PointerInfo): void {
    if (isDragged(this.press.start, pointer)) {
      this.drag(pointer);
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    const level = this.levelAt(pointer);
    const start = this.tool.cursorAt(pointer, level)?.point;
    if (start) {
      this.tool.enter(new Drawing(this.tool, { start, level, first: pointer }));
    } else {
      this.tool.rest();
    }
  }

  /** Continues as a drag of the handle. */
  protected abstract drag(pointer: PointerInfo): void;

  /** Level of a wall that starts here. */
  protected abstract levelAt(pointer: PointerInfo): PlanLevel;
}
