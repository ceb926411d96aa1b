import type { Editor } from '../editor.ts';
import type { LiveEdit } from '../hooks/use-live-edit.ts';
import { lengthenWall } from '../kernels/walls/move-walls.ts';
import type { Walls } from '../kernels/walls/walls.ts';
import type { PlanLevel } from '../queries/plan-level.ts';
import { lengthOfWall, levelOf, wallsOn } from '../queries/wall-plan.ts';
import { writeWalls } from './walls.ts';
import { commitMoved } from './walls-drag.ts';

/** Where a change began: the walls as they were, how long this one was, those that go with its end, and whether they cannot. */
type Begun = {
  level: PlanLevel;
  there: Walls;
  length: number;
  moved: readonly string[];
  isRefused: boolean;
};

/** Lengths that differ by less are one, in metres. */
const SAME = 1e-6;

/** Changes how long walls of a plan are, with what meets them at their ends; tells where that cannot be. */
export class WallLengthEdit {
  readonly #editor: Editor;
  readonly #live: LiveEdit;
  #begun: Begun | null = null;

  constructor(editor: Editor, live: LiveEdit) {
    this.#editor = editor;
    this.#live = live;
  }

  /** A length on the way, in metres, always from where the change began. */
  change(id: string, length: number): void {
    const editor = this.#editor;
    const level = levelOf(editor, id);
    const before = lengthOfWall(editor, id);
    if (!this.#begun && level && before !== null) {
      this.#begun = { level, there: wallsOn(editor, level), length: before, moved: [], isRefused: false };
    }
    const from = this.#begun;
    if (!from) {
      return;
    }
    const plan = lengthenWall(from.there, id, length);
    from.moved = plan?.update.flatMap(({ id: one, props }) => ('offset' in props ? [] : [one])) ?? [];
    from.isRefused = plan === null && Math.abs(length - from.length) > SAME;
    this.#live.change(() => plan && writeWalls(editor, from.level, plan));
  }

  /** Ends the change; the walls meet what they came to lie on. */
  commit(): void {
    commitMoved(this.#editor, this.#live, this.#end());
  }

  /** Ends a step of several: each goes on from the one before, and all of them come to rest together. */
  step(): void {
    this.#live.flush();
    this.#editor.nudging.follow(this.#end(), this.#live);
  }

  cancel(): void {
    this.#begun = null;
    this.#live.cancel();
  }

  /** Tells if the change could not be, and answers the walls that it moved. */
  #end(): readonly string[] {
    const { moved = [], isRefused = false } = this.#begun ?? {};
    this.#begun = null;
    if (isRefused) {
      this.#editor.ui.tell('wall.short');
    }
    return moved;
  }
}
