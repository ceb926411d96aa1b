import type { LiveEdit } from '../../../managers/history.ts';
import type { Nudging, SceneWriter, UserInterface } from '../../../parts.ts';
import { lengthenWall } from './kernels/move-walls.ts';
import type { Walls } from './kernels/walls.ts';
import type { PlanLevel } from './plan-level.ts';
import { lengthOfWall, levelOf, wallsOn } from './wall-plan.ts';
import { writeWalls } from './walls.ts';
import { commitMoved } from './walls-drag.ts';

/**
 * Start of a change: the original walls, the wall's length, the walls that move with its end, and whether the
 * move is refused.
 */
type Begun = { level: PlanLevel; there: Walls; length: number; moved: readonly string[]; isRefused: boolean };

/** Smallest length difference that counts as a change, in metres. */
const SAME = 1e-6;

/**
 * Changes the length of plan walls together with the walls that meet their ends; reports an impossible
 * change.
 */
export class WallLengthEdit {
  readonly #editor: Nudging & SceneWriter & UserInterface;
  readonly #live: LiveEdit;
  #begun: Begun | null = null;

  constructor(editor: Nudging & SceneWriter & UserInterface, live: LiveEdit) {
    this.#editor = editor;
    this.#live = live;
  }

  /** Applies an interim length, in metres, always relative to the start of the change. */
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

  /** Commits the change and connects the walls to those that they now touch. */
  commit(): void {
    commitMoved(this.#editor, this.#live, this.#end());
  }

  /**
   * Ends one step of several: each continues from the previous one, and all are connected together at the
   * end.
   */
  step(): void {
    this.#live.flush();
    this.#editor.nudging.follow(this.#end(), this.#live);
  }

  cancel(): void {
    this.#begun = null;
    this.#live.cancel();
  }

  /** Reports a refused change, and returns the moved walls. */
  #end(): readonly string[] {
    const { moved = [], isRefused = false } = this.#begun ?? {};
    this.#begun = null;
    if (isRefused) {
      this.#editor.ui.notify('wall.short');
    }
    return moved;
  }
}
