import { isDragged, type PointerInfo } from '../../../tools/pointer.ts';
import type { Cursor } from '../../../tools/tool.ts';
import { Drawing } from './drawing.ts';
import { PointingCurve } from './pointing-curve.ts';
import { PointingEnd } from './pointing-end.ts';
import { WallState } from './wall-state.ts';

/** Idle state: a click starts a wall, a drag draws one. */
export class Idle extends WallState {
  readonly id = 'idle';
  override readonly isResting = true;
  #press: PointerInfo | null = null;
  #isOverHandle = false;

  override get cursor(): Cursor {
    return this.#isOverHandle ? 'grab' : 'crosshair';
  }

  override onPointerMove(pointer: PointerInfo): void {
    const press = this.#press;
    if (press?.kind === 'mouse' && isDragged(press, pointer)) {
      this.#begin(press, pointer);
      return;
    }
    this.#isOverHandle = (this.tool.handleAt(pointer) ?? this.tool.curveHandleAt(pointer)) !== null;
    super.onPointerMove(pointer);
  }

  override onPointerDown(pointer: PointerInfo): void {
    super.onPointerDown(pointer);
    const handle = this.tool.handleAt(pointer);
    if (handle) {
      this.tool.enter(new PointingEnd(this.tool, { handle, start: pointer }));
      return;
    }
    const curve = this.tool.curveHandleAt(pointer);
    if (curve) {
      this.tool.enter(new PointingCurve(this.tool, { handle: curve, start: pointer }));
    } else {
      this.#press = pointer;
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    const press = this.#press;
    this.#press = null;
    if (press && !isDragged(press, pointer)) {
      this.#begin(pointer, pointer);
    }
  }

  #begin(at: PointerInfo, now: PointerInfo): void {
    this.#press = null;
    const level = this.tool.place.levelAt(at);
    const start = this.tool.cursorAt(at, level)?.point;
    if (start) {
      this.tool.enter(new Drawing(this.tool, { start, level, first: now }));
    }
  }
}
