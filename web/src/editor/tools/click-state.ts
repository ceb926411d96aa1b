import { isDragged, type PointerInfo } from './pointer.ts';
import { type Tool, ToolState } from './tool.ts';

/** Handles clicks and taps but no drags, as a finger drag orbits the view. */
export abstract class ClickState<T extends Tool> extends ToolState<T> {
  #start: PointerInfo | null = null;

  protected abstract onClick(pointer: PointerInfo): void;

  override onPointerDown(pointer: PointerInfo): void {
    this.#start = pointer;
  }

  /** A cancelled press is no click. */
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
