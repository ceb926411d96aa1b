import { isDragged, type PointerInfo } from '../pointer.ts';
import type { Cursor } from '../tool.ts';
import { Drawing } from './drawing.ts';
import { MovingEnd } from './moving-end.ts';
import { WallState } from './wall-state.ts';
import type { EndHandle, WallTool } from './wall-tool.ts';

/** An end of the selected wall is pressed: dragged it moves, let go a wall begins there. */
export class PointingEnd extends WallState {
  readonly id = 'pointingEnd';
  readonly #press: { handle: EndHandle; start: PointerInfo };

  constructor(tool: WallTool, press: { handle: EndHandle; start: PointerInfo }) {
    super(tool);
    this.#press = press;
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onPointerMove(pointer: PointerInfo): void {
    if (isDragged(this.#press.start, pointer)) {
      this.tool.enter(new MovingEnd(this.tool, this.#press.handle, pointer));
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    const { level } = this.#press.handle;
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
