import { ClickState } from '../click-state.ts';
import type { PointerInfo } from '../pointer.ts';
import type { Cursor } from '../tool.ts';
import type { DropperTool } from './dropper-tool.ts';
import { seenOf, surfaceAt } from './found.ts';
import { Painting } from './painting.ts';

/** Nothing is in the hand: shows what is under the pointer, and takes it; with Shift only its colour. */
export class Picking extends ClickState<DropperTool> {
  readonly id = 'picking';
  override readonly isResting = true;

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerMove(pointer: PointerInfo): void {
    const found = surfaceAt(this.editor, pointer);
    const { x, y } = pointer;
    const material = found?.material ?? null;
    this.tool.shown.set(material && { ...seenOf(material), material: pointer.shift ? null : material, x, y });
  }

  override onPointerLeave(): void {
    this.tool.shown.set(null);
  }

  protected override onClick(pointer: PointerInfo): void {
    const found = surfaceAt(this.editor, pointer);
    if (found?.material) {
      this.tool.enter(new Painting(this.tool, found, pointer.shift ? 'color' : 'material'));
    }
  }
}
