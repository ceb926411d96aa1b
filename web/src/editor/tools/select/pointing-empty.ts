import { isDragged, type PointerInfo } from '../pointer.ts';
import { ToolState } from '../tool.ts';
import { Brushing } from './brushing.ts';
import type { SelectTool } from './select-tool.ts';

/** Press on empty space: a release clears the selection, a drag opens a marquee. */
export class PointingEmpty extends ToolState<SelectTool> {
  readonly id = 'pointing';
  readonly #start: PointerInfo;

  constructor(tool: SelectTool, start: PointerInfo) {
    super(tool);
    this.#start = start;
  }

  override onPointerMove(pointer: PointerInfo): void {
    // A touch drag orbits the view.
    if (isDragged(this.#start, pointer) && this.#start.kind === 'mouse') {
      this.tool.enter(new Brushing(this.tool, this.#start, pointer));
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    if (!pointer.mod && !pointer.shift && !isDragged(this.#start, pointer)) {
      this.editor.selection.clear();
    }
    this.tool.rest();
  }
}
