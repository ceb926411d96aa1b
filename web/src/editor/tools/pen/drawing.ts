import { isDragged, type PointerInfo } from '../pointer.ts';
import { type Cursor, type KeyInfo, ToolState } from '../tool.ts';
import type { PenTool } from './pen-tool.ts';

/** Running line: each click adds a corner, each drag a curve; a click on the first point closes it. */
export class Drawing extends ToolState<PenTool> {
  readonly id = 'drawing';
  /** Press that added the point which a drag bends. */
  #press: PointerInfo | null;
  #isClosing = false;

  constructor(tool: PenTool, press: PointerInfo) {
    super(tool);
    this.#press = press;
  }

  override get cursor(): Cursor {
    return this.tool.draft.value.isClosing ? 'pointer' : 'crosshair';
  }

  override onPointerLeave(): void {
    this.tool.point(null);
  }

  override onPointerDown(pointer: PointerInfo): void {
    if (pointer.kind === 'mouse') {
      this.#set(pointer);
    }
    this.#press = pointer;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const press = this.#press;
    if (!press) {
      this.tool.point(pointer);
      return;
    }
    // A moving finger orbits the view.
    if (press.kind === 'mouse' && !this.#isClosing && isDragged(press, pointer)) {
      const to = this.tool.placeAt(pointer);
      if (to) {
        this.tool.bend(to);
      }
    }
  }

  override onPointerUp(pointer?: PointerInfo): void {
    const press = this.#press;
    this.#press = null;
    if (pointer?.kind === 'touch' && press && !isDragged(press, pointer)) {
      this.#set(pointer);
    }
    if (this.#isClosing) {
      this.tool.finish(true);
    } else if (pointer?.kind === 'touch') {
      this.tool.point(null);
    }
  }

  override onDoubleClick(): void {
    this.tool.finish(false);
  }

  override onKeyDown({ key }: KeyInfo): boolean {
    if (key === 'Backspace') {
      this.tool.stepBack();
    } else if (key === 'Enter') {
      this.tool.finish(false);
    }
    return key === 'Backspace' || key === 'Enter';
  }

  override onUndo(): void {
    this.tool.stepBack();
  }

  /** Camera gestures keep the line. */
  override onPointerLost(): void {
    this.#press = null;
    this.#isClosing = false;
  }

  #set(pointer: PointerInfo): void {
    this.#isClosing = this.tool.closes(pointer);
    const at = this.#isClosing ? null : this.tool.placeAt(pointer);
    if (at) {
      this.tool.add(at);
    }
  }
}
