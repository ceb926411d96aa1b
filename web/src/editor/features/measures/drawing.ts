import { isDragged, type PointerInfo } from '../../tools/pointer.ts';
import { type Cursor, type KeyInfo, ToolState } from '../../tools/tool.ts';
import { Aiming } from './aiming.ts';
import type { MeasureTool } from './measure-tool.ts';

/** Points are being set: each click adds one, and a line follows the pointer. */
export class Drawing extends ToolState<MeasureTool> {
  readonly id = 'drawing';
  // The drawing survives camera gestures and a change of tool.
  override readonly isResting = true;
  #start: PointerInfo | null = null;

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerLeave(): void {
    this.tool.caught.value = null;
  }

  override onPointerDown(pointer: PointerInfo): void {
    this.#start = pointer;
  }

  override onPointerMove(pointer: PointerInfo): void {
    this.tool.look(pointer, this.#last);
  }

  override onPointerLost(): void {
    this.#start = null;
  }

  override onPointerUp(pointer: PointerInfo): void {
    const start = this.#start;
    this.#start = null;
    const caught = start && !isDragged(start, pointer) ? this.tool.look(pointer, this.#last) : null;
    if (caught) {
      this.tool.set(caught);
    }
  }

  override onPointerHold(pointer: PointerInfo): void {
    this.tool.enter(new Aiming(this.tool, pointer));
  }

  override get hasDraft(): boolean {
    return true;
  }

  override onUndo(): void {
    this.tool.stepBack();
  }

  override onKeyDown({ key }: KeyInfo): boolean {
    if (key === 'Backspace') {
      this.tool.stepBack();
      return true;
    }
    if (key === 'Enter' && this.tool.isOpenEnded) {
      this.tool.finish();
      return true;
    }
    return false;
  }

  override onCancel(): boolean {
    this.tool.drop();
    return true;
  }

  get #last() {
    return this.tool.draft.value.at(-1)?.point ?? null;
  }
}
