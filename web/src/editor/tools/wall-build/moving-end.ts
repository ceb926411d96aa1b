import { distance } from '@diorama/shared/scene/nodes/wall/line.ts';
import { settledWalls, writeWalls } from '../../commands/walls.ts';
import { createLiveEdit, type LiveEdit } from '../../hooks/use-live-edit.ts';
import { moveCorner } from '../../kernels/walls/move-walls.ts';
import { ENDS, isSameEnd, type Walls, type WallsPlan } from '../../kernels/walls/walls.ts';
import { wallsOn } from '../../queries/wall-plan.ts';
import type { PointerInfo } from '../pointer.ts';
import type { Cursor } from '../tool.ts';
import { WallState } from './wall-state.ts';
import type { EndHandle, WallTool } from './wall-tool.ts';

/** An end of a wall is on the move, and the ends of others that lie there with it. */
export class MovingEnd extends WallState {
  readonly id = 'movingEnd';
  readonly #handle: EndHandle;
  readonly #first: PointerInfo;
  readonly #there: Walls;
  readonly #live: LiveEdit;
  #moved: WallsPlan | null = null;

  constructor(tool: WallTool, handle: EndHandle, first: PointerInfo) {
    super(tool);
    this.#handle = handle;
    this.#first = first;
    this.#there = wallsOn(this.editor, handle.level);
    this.#live = createLiveEdit(this.editor);
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onEnter(): void {
    const { id, end, level } = this.#handle;
    const other = this.#there.walls.get(id)?.[end === 'start' ? 'end' : 'start'];
    if (other) {
      this.tool.begin(other, level, this.#others);
    }
    this.onPointerMove(this.#first);
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { at, level } = this.#handle;
    this.tool.point(pointer);
    const to = this.tool.draft.get().cursor?.point;
    if (!to) {
      return;
    }
    const plan = moveCorner(this.#there, at, to);
    if (plan) {
      this.#moved = plan;
      this.#live.change(() => writeWalls(this.editor, level, plan));
    } else if (distance(at, to) === 0) {
      this.#moved = null;
      this.#live.cancel();
    }
  }

  override onPointerUp(): void {
    this.#live.flush();
    const { level, id } = this.#handle;
    const plan = this.#moved && settledWalls(this.editor, level, { plan: this.#moved, taken: id });
    if (plan) {
      this.#live.change(() => writeWalls(this.editor, level, plan));
    }
    this.#live.commit();
    this.tool.rest();
  }

  override onCancel(): boolean {
    this.#live.cancel();
    this.tool.rest();
    return true;
  }

  /** The walls that stay where they are: what moves along is nothing to keep to. */
  get #others(): Walls['walls'] {
    const { at } = this.#handle;
    return new Map(
      [...this.#there.walls].filter(([, wall]) => !ENDS.some((end) => isSameEnd(wall[end], at))),
    );
  }
}
