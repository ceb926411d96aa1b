import { curveWithin } from '@diorama/shared/scene/nodes/wall/curve.ts';
import { distance } from '@diorama/shared/scene/nodes/wall/line.ts';
import type { PointerInfo } from '../../../tools/pointer.ts';
import type { Cursor } from '../../../tools/tool.ts';
import { moveCorner } from '../model/kernels/move-walls.ts';
import { ENDS, isSameEnd, type Walls } from '../model/kernels/walls.ts';
import { planWalls } from '../model/wall-plan.ts';
import { WallsDrag } from '../model/walls-drag.ts';
import { WallState } from './wall-state.ts';
import type { EndHandle, WallTool } from './wall-tool.ts';

/** Drag of a wall's end, with the ends of other walls at the same point. */
export class MovingEnd extends WallState {
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
      this.tool.beginEnd(other, level, { among: this.#others, bow });
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
    const { own, fixed, beside } = planWalls(this.editor, level);
    const still = [...own.walls].filter(([, wall]) => !ENDS.some((end) => isSameEnd(wall[end], at)));
    return new Map([...still, ...fixed, ...beside]);
  }
}
