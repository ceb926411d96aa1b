import { signal } from '@preact/signals-core';
import type { Selecting, ViewedScene } from '../../../parts.ts';
import type { PointerInfo } from '../../../tools/pointer.ts';
import { drawingLevelAt, heightsIn, plansOf } from '../model/drawing-level.ts';
import type { PlanLevel } from '../model/plan-level.ts';

/** Plan group for new walls, and their height above its ground; a null height uses the clicked level. */
type PlaceChoice = { plan: string | null; height: number | null };

/** Start of the next wall: in the plan of the selected or chosen group, on the level under the pointer. */
export class WallPlace {
  readonly choice = signal<PlaceChoice>({ plan: null, height: null });
  readonly #editor: Selecting & ViewedScene;

  constructor(editor: Selecting & ViewedScene) {
    this.#editor = editor;
  }

  /** Chooses the plan of the selection; unchanged without a selection. */
  followSelection(): void {
    if (this.#editor.selection.primary !== null) {
      this.choose({ plan: plansOf(this.#editor)[0] ?? null });
    }
  }

  /** A height belongs to one plan, so a change of plan resets it. */
  choose(patch: Partial<PlaceChoice>): void {
    const { value: before } = this.choice;
    const isOther = patch.plan !== undefined && patch.plan !== before.plan;
    this.choice.value = { ...before, ...(isOther && { height: null }), ...patch };
  }

  /** Plan group for new walls; null for the scene, and once the group is deleted, hidden or locked. */
  get plan(): string | null {
    const { plan } = this.choice.value;
    return plan !== null && plansOf(this.#editor, plan)[0] === plan ? plan : null;
  }

  /** Available plan groups, innermost first. */
  get plans(): string[] {
    return [...new Set([...plansOf(this.#editor), ...plansOf(this.#editor, this.plan)])];
  }

  /** Available heights, ascending. */
  get heights(): number[] {
    const { height } = this.choice.value;
    const there = heightsIn(this.#editor, this.plan);
    return height === null || there.includes(height) ? there : [...there, height].toSorted((a, b) => a - b);
  }

  /** Level of a wall that starts at a point. */
  levelAt(pointer: PointerInfo): PlanLevel {
    const { plan } = this;
    const { height } = this.choice.value;
    return height === null ? drawingLevelAt(this.#editor, plan, pointer) : { parent: plan, height };
  }
}
