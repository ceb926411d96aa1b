import { isDragged, type PointerInfo } from '../../../tools/pointer.ts';
import { type Cursor, type KeyInfo, ToolState } from '../../../tools/tool.ts';
import { openingAt } from '../model/opening-place.ts';
import type { OpeningTool } from './opening-tool.ts';
import { PointingOpening } from './pointing-opening.ts';

/** Idle state: a preview follows the pointer, and a click creates the opening. */
export class Idle extends ToolState<OpeningTool> {
  readonly id = 'idle';
  override readonly isResting = true;
  #press: PointerInfo | null = null;
  #isOverOpening = false;

  override get cursor(): Cursor {
    return this.#isOverOpening ? 'grab' : 'crosshair';
  }

  override onPointerMove(pointer: PointerInfo): void {
    // A moving finger orbits the view.
    if (pointer.kind === 'mouse') {
      this.#isOverOpening = openingAt(this.editor, pointer) !== null;
      this.tool.point(pointer);
    }
  }

  override onPointerLeave(): void {
    this.tool.point(null);
  }

  override onPointerDown(pointer: PointerInfo): void {
    const id = openingAt(this.editor, pointer);
    if (id === null) {
      this.#press = pointer;
    } else {
      this.tool.enter(new PointingOpening(this.tool, { id, start: pointer }));
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    const press = this.#press;
    this.#press = null;
    if (!press || (pointer.kind === 'touch' && isDragged(press, pointer))) {
      return;
    }
    this.tool.point(pointer);
    this.tool.place();
    if (pointer.kind === 'touch') {
      this.tool.point(null);
    }
  }

  override onKeyDown({ key, mod, alt }: KeyInfo): boolean {
    const isFlip = key.toLowerCase() === 'r' && !mod && !alt;
    if (isFlip) {
      this.tool.flip();
    }
    return isFlip;
  }
}
