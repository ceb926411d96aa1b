import { createLiveEdit } from '../../../commands/live-edit.ts';
import type { LiveEdit, Mark } from '../../../managers/history.ts';
import type { Nudging, SceneWriter, UserInterface } from '../../../parts.ts';
import type { Walls, WallsPlan } from './kernels/walls.ts';
import type { PlanLevel } from './plan-level.ts';
import { levelOf, wallsOn } from './wall-plan.ts';
import { settledWalls, writeWalls } from './walls.ts';

/** Moved walls of a level, and those among them that the user dragged. */
type Moved = { level: PlanLevel; taken: readonly string[]; moved: readonly string[] };

/**
 * Drag of a wall and the walls that move with it. Each plan is written live; all are one history step.
 */
export class WallsDrag {
  /** Walls before the drag. */
  readonly there: Walls;
  readonly #editor: SceneWriter & UserInterface;
  readonly #taken: { id: string; level: PlanLevel };
  readonly #live: LiveEdit;
  /** Openings that any plan of the drag has moved. */
  readonly #carried = new Set<string>();
  #moved: WallsPlan | null = null;

  constructor(editor: Nudging & SceneWriter & UserInterface, taken: { id: string; level: PlanLevel }) {
    this.#editor = editor;
    this.#taken = taken;
    editor.nudging.rest();
    this.there = wallsOn(editor, taken.level);
    this.#live = createLiveEdit(editor);
  }

  move(plan: WallsPlan): void {
    this.#moved = this.#withPutBack(plan);
    this.#write(this.#moved);
  }

  /** Restores all walls; the drag may continue. */
  cancel(): void {
    this.#moved = null;
    this.#live.cancel();
  }

  /** Connects the walls to those that they now cross or touch; restores them if they cannot stay there. */
  commit(): void {
    const { level, id } = this.#taken;
    const moved = this.#moved?.update.flatMap((change) => ('offset' in change.props ? [] : [change.id]));
    commitWalls(this.#editor, this.#live, moved ? [{ level, taken: [id], moved }] : []);
  }

  /** A plan omits openings that stay in place, but an earlier plan of the drag may have moved them. */
  #withPutBack(plan: WallsPlan): WallsPlan {
    const now = new Set(plan.update.map(({ id }) => id));
    const back = [...this.#carried].flatMap((id) => {
      const was = this.there.openings.get(id);
      return was && !now.has(id) ? [{ id, props: { offset: was.offset } }] : [];
    });
    for (const id of now) {
      this.#carried.add(id);
    }
    return { ...plan, update: [...plan.update, ...back] };
  }

  #write(plan: WallsPlan): void {
    this.#live.change(() => writeWalls(this.#editor, this.#taken.level, plan));
  }
}

/**
 * Ends a move of nodes as one history step. Plan walls among them are connected to the walls that they touch.
 * All are restored if a wall cannot stay there.
 */
export function commitMoved(
  editor: SceneWriter & UserInterface,
  step: LiveEdit,
  ids: Iterable<string>,
): void {
  step.flush();
  const byLevel = new Map<string, Moved>();
  for (const id of ids) {
    const level = levelOf(editor, id);
    if (level) {
      const key = `${level.height} ${level.parent ?? ''}`;
      const moved = [...(byLevel.get(key)?.moved ?? []), id];
      byLevel.set(key, { level, taken: moved, moved });
    }
  }
  commitWalls(editor, step, [...byLevel.values()]);
}

/** Move within the step of an open mark, which its owner ends. */
export function moveWithin(editor: SceneWriter, mark: Mark): LiveEdit {
  return {
    begin: () => mark,
    change: (write) => editor.edit(write, mark),
    flush: () => undefined,
    commit: () => undefined,
    cancel: () => {
      if (editor.history.isOpen(mark)) {
        editor.history.bail();
      }
    },
  };
}

function commitWalls(editor: SceneWriter & UserInterface, step: LiveEdit, levels: readonly Moved[]): void {
  for (const walls of levels) {
    step.flush();
    const settled = settledWalls(editor, walls.level, walls);
    if ('refused' in settled) {
      step.cancel();
      editor.ui.notify('wall.full');
      return;
    }
    if (!isEmpty(settled.plan)) {
      step.change(() => writeWalls(editor, walls.level, settled.plan));
    }
  }
  step.commit();
}

function isEmpty(plan: WallsPlan): boolean {
  return Object.values(plan).every((steps) => steps.length === 0);
}
