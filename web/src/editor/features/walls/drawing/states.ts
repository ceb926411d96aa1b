import { curveWithin } from '@diorama/shared/scene/nodes/wall/curve.ts';
import { distance } from '@diorama/shared/scene/nodes/wall/line.ts';
import { isDragged, type PointerInfo } from '../../../tools/pointer.ts';
import type { Cursor } from '../../../tools/tool.ts';
import type { CurveHandle } from '../model/curve-handle.ts';
import { moveCorner } from '../model/kernels/move-walls.ts';
import { ENDS, isSameEnd, type Walls } from '../model/kernels/walls.ts';
import type { PlanLevel } from '../model/plan-level.ts';
import { planWalls } from '../model/wall-plan.ts';
import { WallsDrag } from '../model/walls-drag.ts';
import { BendingWall } from '../moving/bending-wall.ts';
import { Drawing } from './drawing.ts';
import { WallState } from './wall-state.ts';
import type { EndHandle, WallTool } from './wall-tool.ts';

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

/** Press on a handle of the selected wall: a drag changes the wall, a release starts a new wall there. */
abstract class PointingHandle<Handle> extends WallState {
  protected readonly press: { handle: Handle; start: PointerInfo };

  constructor(tool: WallTool, press: { handle: Handle; start: PointerInfo }) {
    super(tool);
    this.press = press;
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onPointerMove(pointer: PointerInfo): void {
    if (isDragged(this.press.start, pointer)) {
      this.drag(pointer);
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    const level = this.levelAt(pointer);
    const start = this.tool.cursorAt(pointer, level)?.point;
    if (start) {
      this.tool.enter(new Drawing(this.tool, { start, level, first: pointer }));
    } else {
      this.tool.rest();
    }
  }

  /** Continues as a drag of the handle. */
  protected abstract drag(pointer: PointerInfo): void;

  /** Level of a wall that starts here. */
  protected abstract levelAt(pointer: PointerInfo): PlanLevel;
}

/** Press on the middle of the selected wall; a drag bends the wall. */
class PointingCurve extends PointingHandle<CurveHandle> {
  readonly id = 'pointingCurve';

  protected drag(pointer: PointerInfo): void {
    const bending = new BendingWall(this.tool, this.press);
    this.tool.enter(bending);
    bending.onPointerMove(pointer);
  }

  protected levelAt(pointer: PointerInfo): PlanLevel {
    return this.tool.place.levelAt(pointer);
  }
}

/** Press on an end of the selected wall; a drag moves it. */
class PointingEnd extends PointingHandle<EndHandle> {
  readonly id = 'pointingEnd';

  protected drag(pointer: PointerInfo): void {
    this.tool.enter(new MovingEnd(this.tool, this.press.handle, pointer));
  }

  protected levelAt(): PlanLevel {
    return this.press.handle.level;
  }
}

/** Drag of a wall's end, with the ends of other walls at the same point. */
class MovingEnd extends WallState {
  readonly id = 'movingEnd';
  readonly #handle: EndHandle;
  readonly #first: PointerInfo;
  readonly #drag: WallsDrag;

  constructor(tool: WallTool, handle: EndHandle, first: PointerInfo) {
    super(tool);
    this.#handle = handle;
    this.#first = first;
    this.#drag = new WallsDrag(this.editor, handle);
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onEnter(): void {
    const { id, end, level } = this.#handle;
    const wall = this.#drag.there.walls.get(id);
    if (wall) {
      const [other, side] = end === 'start' ? [wall.end, -1] : [wall.start, 1];
      // A wall with coincident ends has no curve.
      const bow = (side * curveWithin(wall)) / (distance(wall.start, wall.end) || 1);
      this.tool.beginEnd(other, level, { chain: this.#others, bow });
    }
    this.onPointerMove(this.#first);
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { at } = this.#handle;
    this.tool.point(pointer);
    const to = this.tool.draft.value.cursor?.point;
    if (!to) {
      return;
    }
    const plan = moveCorner(this.#drag.there, at, to);
    if (plan) {
      this.#drag.move(plan);
    } else if (distance(at, to) === 0) {
      this.#drag.cancel();
    }
  }

  override onPointerUp(): void {
    this.#drag.commit();
    this.tool.rest();
  }

  override onCancel(): boolean {
    this.#drag.cancel();
    this.tool.rest();
    return true;
  }

  /** Walls that stay in place; moving walls are no snap targets. */
  get #others(): Walls['walls'] {
    const { at, level } = this.#handle;
    const { own, fixed, others } = planWalls(this.editor, level);
    const still = [...own.walls].filter(([, wall]) => !ENDS.some((end) => isSameEnd(wall[end], at)));
    return new Map([...still, ...fixed, ...others]);
  }
}
