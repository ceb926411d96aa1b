import { isDragged, type PointerInfo } from './pointer.ts';
import { type Tool, ToolState } from './tool.ts';

/** Hears of clicks and taps; a drag is none, by which a finger turns the view. */
export abstract class ClickState<T extends Tool> extends ToolState<T> {
  #start: PointerInfo | null = null;

  protected abstract onClick(pointer: PointerInfo): void;

  override onPointerDown(pointer: PointerInfo): void {
    this.#start = pointer;
  }

  /** Nothing has begun by a press that was none in the end. */
  override onPointerLost(): void {
    this.#start = null;
  }

  override onPointerUp(pointer: PointerInfo): void {
    const start = this.#start;
    this.#start = null;
    if (start && !isDragged(start, pointer)) {
      this.onClick(pointer);
    }
  }
}
