import { pickSurface } from '../queries/pick.ts';
import type { SceneHit } from '../scene-queries.ts';
import { ClickState } from './click-state.ts';
import type { PointerInfo } from './pointer.ts';
import type { Cursor, Tool } from './tool.ts';

/** Waits for a click on a surface; drags are ignored. */
export abstract class SurfaceClick<T extends Tool> extends ClickState<T> {
  readonly id: string = 'idle';
  override readonly isResting: boolean = true;
  #isOverSurface = false;

  /** Called for a clicked surface. */
  protected abstract onSurface(hit: SceneHit): void;

  /** Whether a surface accepts clicks; a rejected one still blocks those behind it. */
  protected isTaken(_hit: SceneHit): boolean {
    return true;
  }

  override get cursor(): Cursor {
    return this.#isOverSurface ? 'crosshair' : 'default';
  }

  override onPointerMove(pointer: PointerInfo): void {
    this.#isOverSurface = this.#hitAt(pointer) !== null;
  }

  protected override onClick(pointer: PointerInfo): void {
    const hit = this.#hitAt(pointer);
    if (hit) {
      this.onSurface(hit);
    }
  }

  #hitAt(pointer: PointerInfo): SceneHit | null {
    const hit = pickSurface(this.editor, pointer);
    return hit && this.isTaken(hit) ? hit : null;
  }
}
