import { ClickState } from '../click-state.ts';
import type { PointerInfo } from '../pointer.ts';
import type { Cursor } from '../tool.ts';
import type { DropperTool } from './dropper-tool.ts';
import { colorAt } from './picked-surface.ts';

/** Picks a colour for a field with the next click, from the material and not from its shading. */
export class TakingColor extends ClickState<DropperTool> {
  readonly id = 'takingColor';
  // Nothing is written before the click, so another tool can take over.
  override readonly isResting = true;
  readonly #give: (color: string) => void;

  constructor(tool: DropperTool, give: (color: string) => void) {
    super(tool);
    this.#give = give;
  }

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerMove(pointer: PointerInfo): void {
    const seen = colorAt(this.editor, pointer);
    this.tool.shown.value = seen && { ...seen, x: pointer.x, y: pointer.y };
  }

  override onPointerLeave(): void {
    this.tool.shown.value = null;
  }

  protected override onClick(pointer: PointerInfo): void {
    const color = colorAt(this.editor, pointer)?.color;
    if (color !== undefined && !this.editor.isReadOnly.value) {
      this.#give(color.toLowerCase());
    }
  }
}
