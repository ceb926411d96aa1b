import { isDragged, type PointerInfo } from '../../../tools/pointer.ts';
import { type Cursor, ToolState } from '../../../tools/tool.ts';
import type { OpeningTool } from './opening-tool.ts';
import { SlidingOpening } from './sliding-opening.ts';

/** Press on an opening: a release selects it, a drag slides it along its wall. */
export class PointingOpening extends ToolState<OpeningTool> {
  readonly id = 'pointing';
  readonly #press: { id: string; start: PointerInfo };

  constructor(tool: OpeningTool, press: { id: string; start: PointerInfo }) {
    super(tool);
    this.#press = press;
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onEnter(): void {
    this.tool.point(null);
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { id, start } = this.#press;
    if (!isDragged(start, pointer)) {
      return;
    }
    this.editor.selection.set([id]);
    const sliding = SlidingOpening.of(this.tool, id, {
      start,
      onGhost: (ghost) => {
        this.tool.ghost.value = ghost;
      },
    });
    if (sliding) {
      this.tool.enter(sliding);
      sliding.onPointerMove(pointer);
    } else {
      this.tool.rest();
    }
  }

  override onPointerUp(): void {
    this.editor.selection.set([this.#press.id]);
    this.tool.rest();
  }
}
