import { isDragged, type PointerInfo } from './pointer.ts';
import { type Tool, ToolState } from './tool.ts';

/** Hears of clicks and taps; a drag is none, by which a finger turns the view. */
export abstract class ClickState<T extends Tool> extends ToolState<T> {
  #start: PointerInfo | null = null;

  protected abstract onClick(pointer: PointerInfo): void;

  override onPointerDown(pointer: PointerInfo): void {
    this.#start = pointer;
  }

  override onPointerUp(pointer: PointerInfo): void {
    const start = this.#start;
    this.#start = null;
    if (start && !isDragged(start, pointer)) {
      this.onClick(pointer);
    }
  }
}
