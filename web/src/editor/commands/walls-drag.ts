import type { Editor } from '../editor.ts';
import { createLiveEdit, type LiveEdit } from '../hooks/use-live-edit.ts';
import type { Walls, WallsPlan } from '../kernels/walls/walls.ts';
import type { PlanLevel } from '../queries/plan-level.ts';
import { wallsOn } from '../queries/wall-plan.ts';
import { settledWalls, writeWalls } from './walls.ts';

/** Walls on the move with one that was taken: each plan is written as it comes, and all of them are one step of the history. */
export class WallsDrag {
  /** The walls as they were before. */
  readonly there: Walls;
  readonly #editor: Editor;
  readonly #taken: { id: string; level: PlanLevel };
  readonly #live: LiveEdit;
  #moved: WallsPlan | null = null;

  constructor(editor: Editor, taken: { id: string; level: PlanLevel }) {
    this.#editor = editor;
    this.#taken = taken;
    this.there = wallsOn(editor, taken.level);
    this.#live = createLiveEdit(editor);
  }

  move(plan: WallsPlan): void {
    this.#moved = plan;
    this.#write(plan);
  }

  /** Puts all back where it was; the drag may go on. */
  cancel(): void {
    this.#moved = null;
    this.#live.cancel();
  }

  /** Has the walls meet what they cross or end on where they are now. */
  commit(): void {
    this.#live.flush();
    const { id, level } = this.#taken;
    const plan = this.#moved && settledWalls(this.#editor, level, { plan: this.#moved, taken: id });
    if (plan) {
      this.#write(plan);
    }
    this.#live.commit();
  }

  #write(plan: WallsPlan): void {
    this.#live.change(() => writeWalls(this.#editor, this.#taken.level, plan));
  }
}
