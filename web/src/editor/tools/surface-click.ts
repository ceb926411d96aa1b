import type { ProbeHit } from '../probe.ts';
import { pickSurface } from '../queries/pick.ts';
import { isDragged, type PointerInfo } from './pointer.ts';
import { type Cursor, type Tool, ToolState } from './tool.ts';

/** Waits for a click on a surface, which a drag is not. */
export abstract class SurfaceClick<T extends Tool> extends ToolState<T> {
  readonly id = 'idle';
  override readonly isResting = true;
  #start: PointerInfo | null = null;
  #isOverSurface = false;

  /** A surface was clicked. */
  protected abstract onSurface(hit: ProbeHit): void;

  override get cursor(): Cursor {
    return this.#isOverSurface ? 'crosshair' : 'default';
  }

  override onPointerMove(pointer: PointerInfo): void {
    this.#isOverSurface = pickSurface(this.editor, pointer) !== null;
  }

  override onPointerDown(pointer: PointerInfo): void {
    this.#start = pointer;
  }

  override onPointerUp(pointer: PointerInfo): void {
    const start = this.#start;
    this.#start = null;
    const hit = start && !isDragged(start, pointer) ? pickSurface(this.editor, pointer) : null;
    if (hit) {
      this.onSurface(hit);
    }
  }
}
