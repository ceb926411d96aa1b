import type { Editor } from '../editor.ts';
import { createLiveEdit, type LiveEdit } from '../hooks/use-live-edit.ts';
import type { Walls, WallsPlan } from '../kernels/walls/walls.ts';
import type { PlanLevel } from '../queries/plan-level.ts';
import { levelOf, wallsOn } from '../queries/wall-plan.ts';
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

  /** Has the walls meet what they cross or end on where they are now; where they cannot stay there, all goes back. */
  commit(): void {
    const { level, id } = this.#taken;
    const moved = this.#moved?.update.flatMap((change) => ('offset' in change.props ? [] : [change.id]));
    commitWalls(this.#editor, this.#live, { level, taken: id, moved: moved ?? [] });
  }

  #write(plan: WallsPlan): void {
    this.#live.change(() => writeWalls(this.#editor, this.#taken.level, plan));
  }
}

/** Ends a move of one wall by itself, as that of walls that are dragged. Does nothing else for what is in no plan. */
export function commitWall(editor: Editor, live: LiveEdit, id: string): void {
  live.flush();
  const level = levelOf(editor, id);
  commitWalls(editor, live, level ? { level, taken: id, moved: [id] } : null);
}

function commitWalls(
  editor: Editor,
  live: LiveEdit,
  walls: { level: PlanLevel; taken: string; moved: readonly string[] } | null,
): void {
  live.flush();
  const settled = walls && walls.moved.length > 0 ? settledWalls(editor, walls.level, walls) : null;
  if (settled && 'refused' in settled) {
    live.cancel();
    editor.ui.tell('wall.full');
    return;
  }
  if (walls && settled && !isEmpty(settled.plan)) {
    live.change(() => writeWalls(editor, walls.level, settled.plan));
  }
  live.commit();
}

function isEmpty(plan: WallsPlan): boolean {
  return Object.values(plan).every((steps) => steps.length === 0);
}
