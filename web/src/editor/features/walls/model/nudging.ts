import type { LiveEdit, Mark } from '../../../managers/history.ts';
import { Manager } from '../../../managers/manager.ts';
import type { SceneWriter, UserInterface } from '../../../parts.ts';
import { commitMoved, moveWithin } from './walls-drag.ts';

/** Pause after the last key press that ends a nudge, in milliseconds. */
const REST_MS = 800;

/**
 * Walls that are nudged by keys. They are connected to other walls when the user pauses, not after each step.
 * All steps of a run and the connection are one history step.
 */
export class NudgingManager extends Manager {
  readonly #editor: SceneWriter & UserInterface;
  #run: { mark: Mark; ids: readonly string[] } | null = null;
  /** Walls that an inspector field moves, and the live edit that writes them. */
  #followed: { step: LiveEdit; ids: readonly string[] } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: SceneWriter & UserInterface) {
    super();
    this.#editor = editor;
    this.register(() => this.rest());
  }

  /** Writes a nudge of nodes that include walls. */
  nudge(ids: readonly string[], write: () => void): void {
    const { history } = this.#editor;
    if (!this.#isOn(ids)) {
      this.#run = { mark: history.mark(() => this.#settle()), ids };
    }
    this.#editor.edit(write, this.#run?.mark);
    this.#restSoon();
  }

  /** Takes over walls that a live edit has moved by a step; they are connected when the user pauses. */
  follow(ids: readonly string[], step: LiveEdit): void {
    this.#followed = { step, ids };
    this.#restSoon();
  }

  /** Ends pending nudges and connects the walls, unless exactly `ids` are about to be nudged again. */
  rest(ids: readonly string[] = []): void {
    const followed = this.#followed;
    this.#followed = null;
    if (followed && !this.#editor.isReadOnly.value) {
      commitMoved(this.#editor, followed.step, followed.ids);
    }
    if (this.#run && !this.#isOn(ids)) {
      this.#editor.history.commit();
    }
  }

  #restSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.rest(), REST_MS);
  }

  /** Whether exactly these nodes are being nudged, without another edit since. */
  #isOn(ids: readonly string[]): boolean {
    const run = this.#run;
    return run !== null && this.#editor.history.isOpen(run.mark) && isSame(run.ids, ids);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    const run = this.#run;
    this.#run = null;
    if (run && !this.#editor.isReadOnly.value) {
      commitMoved(this.#editor, moveWithin(this.#editor, run.mark), run.ids);
    }
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, at) => id === others[at]);
}
