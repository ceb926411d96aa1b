import type { CurveHandle } from '../../queries/curve-handle.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import type { Cursor } from '../tool.ts';
import { BendingWall } from '../walls/bending-wall.ts';
import { Drawing } from './drawing.ts';
import { WallState } from './wall-state.ts';
import type { WallTool } from './wall-tool.ts';

/** The middle of the selected wall is pressed: dragged it curves the wall, let go a wall begins there. */
export class PointingCurve extends WallState {
  readonly id = 'pointingCurve';
  readonly #press: { handle: CurveHandle; start: PointerInfo };

  constructor(tool: WallTool, press: { handle: CurveHandle; start: PointerInfo }) {
    super(tool);
    this.#press = press;
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onPointerMove(pointer: PointerInfo): void {
    if (isDragged(this.#press.start, pointer)) {
      const bending = new BendingWall(this.tool, this.#press);
      this.tool.enter(bending);
      bending.onPointerMove(pointer);
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    const level = this.tool.place.levelAt(pointer);
    const start = this.tool.cursorAt(pointer, level)?.point;
    if (start) {
      this.tool.enter(new Drawing(this.tool, { start, level, first: pointer }));
    } else {
      this.tool.rest();
    }
  }

  override onCancel(): boolean {
    this.tool.rest();
    return true;
  }
}
