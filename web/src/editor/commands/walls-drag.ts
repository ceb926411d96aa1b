import type { Editor } from '../editor.ts';
import { createLiveEdit, type LiveEdit } from '../hooks/use-live-edit.ts';
import type { Walls, WallsPlan } from '../kernels/walls/walls.ts';
import type { Mark } from '../managers/history.ts';
import type { PlanLevel } from '../queries/plan-level.ts';
import { levelOf, wallsOn } from '../queries/wall-plan.ts';
import { settledWalls, writeWalls } from './walls.ts';

/** Walls of a level that were moved, and which of them somebody took. */
type Moved = { level: PlanLevel; taken: readonly string[]; moved: readonly string[] };

/** Walls on the move with one that was taken: each plan is written as it comes, and all of them are one step of the history. */
export class WallsDrag {
  /** The walls as they were before. */
  readonly there: Walls;
  readonly #editor: Editor;
  readonly #taken: { id: string; level: PlanLevel };
  readonly #live: LiveEdit;
  /** The openings that any plan so far has moved. */
  readonly #carried = new Set<string>();
  #moved: WallsPlan | null = null;

  constructor(editor: Editor, taken: { id: string; level: PlanLevel }) {
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

  /** Puts all back where it was; the drag may go on. */
  cancel(): void {
    this.#moved = null;
    this.#live.cancel();
  }

  /** Has the walls meet what they cross or end on where they are now; where they cannot stay there, all goes back. */
  commit(): void {
    const { level, id } = this.#taken;
    const moved = this.#moved?.update.flatMap((change) => ('offset' in change.props ? [] : [change.id]));
    commitWalls(this.#editor, this.#live, moved ? [{ level, taken: [id], moved }] : []);
  }

  /** A plan says nothing of an opening that it leaves where it was, but one before may have moved that. */
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
 * Ends a move of nodes that is one step of the history: those that are walls in a plan meet what they came to lie on, as
 * walls that are dragged do; where one cannot stay there, all goes back.
 */
export function commitMoved(editor: Editor, step: LiveEdit, ids: Iterable<string>): void {
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

/** A move that is part of the step of an open mark, which its owner ends. */
export function moveWithin(editor: Editor, mark: Mark): LiveEdit {
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

function commitWalls(editor: Editor, step: LiveEdit, levels: readonly Moved[]): void {
  for (const walls of levels) {
    step.flush();
    const settled = settledWalls(editor, walls.level, walls);
    if ('refused' in settled) {
      step.cancel();
      editor.ui.tell('wall.full');
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
