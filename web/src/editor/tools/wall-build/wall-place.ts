import type { Editor } from '../../editor.ts';
import { drawingLevelAt, heightsIn, plansOf } from '../../queries/drawing-level.ts';
import type { PlanLevel } from '../../queries/plan-level.ts';
import { Store } from '../../store.ts';
import type { PointerInfo } from '../pointer.ts';

/** In which plan walls are drawn, and how high above its ground; null for the level that is clicked. */
export type PlaceChoice = { plan: string | null; height: number | null };

/** Where the next wall begins: in the plan of the group that is selected or worked in, on the level under the pointer. */
export class WallPlace {
  readonly choice = new Store<PlaceChoice>({ plan: null, height: null });
  readonly #editor: Editor;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** Takes the plan of what is selected; nothing selected says nothing. */
  followSelection(): void {
    if (this.#editor.selection.primary !== null) {
      this.choose({ plan: plansOf(this.#editor)[0] ?? null });
    }
  }

  /** A height is one of a plan, so that another plan begins without. */
  choose(patch: Partial<PlaceChoice>): void {
    this.choice.update((before) => {
      const isOther = patch.plan !== undefined && patch.plan !== before.plan;
      return { ...before, ...(isOther && { height: null }), ...patch };
    });
  }

  /** The group in whose plan walls are drawn; null for the scene, and once it is gone, hidden or locked. */
  get plan(): string | null {
    const { plan } = this.choice.get();
    return plan !== null && plansOf(this.#editor, plan)[0] === plan ? plan : null;
  }

  /** The groups that can be chosen, innermost first. */
  get plans(): string[] {
    return [...new Set([...plansOf(this.#editor), ...plansOf(this.#editor, this.plan)])];
  }

  /** The heights that can be chosen, from below. */
  get heights(): number[] {
    const { height } = this.choice.get();
    const there = heightsIn(this.#editor, this.plan);
    return height === null || there.includes(height) ? there : [...there, height].toSorted((a, b) => a - b);
  }

  /** The level that a wall stands on which begins at a point. */
  levelAt(pointer: PointerInfo): PlanLevel {
    const { plan } = this;
    const { height } = this.choice.get();
    return height === null ? drawingLevelAt(this.#editor, plan, pointer) : { parent: plan, height };
  }
}
