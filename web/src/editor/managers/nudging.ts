import { commitMoved, moveWithin } from '../commands/walls-drag.ts';
import type { Editor } from '../editor.ts';
import type { LiveEdit } from '../hooks/use-live-edit.ts';
import type { Mark } from './history.ts';
import { Manager } from './manager.ts';

/** Who presses no key for so long has stopped, in milliseconds. */
const REST_MS = 800;

/**
 * Walls that are moved by keys, step by step. They come to rest where somebody stops, and not at each step on the way: so
 * the steps that follow each other, and how the walls meet others then, are one of the history.
 */
export class NudgingManager extends Manager {
  readonly #editor: Editor;
  #run: { mark: Mark; ids: readonly string[] } | null = null;
  /** Walls that a field moves, and what it writes them by. */
  #followed: { step: LiveEdit; ids: readonly string[] } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: Editor) {
    super();
    this.#editor = editor;
    this.register(() => this.rest());
  }

  /** Writes a step of some nodes, walls among them. */
  nudge(ids: readonly string[], write: () => void): void {
    const { history } = this.#editor;
    if (!this.#isOn(ids)) {
      this.#run = { mark: history.mark(() => this.#settle()), ids };
    }
    this.#editor.edit(write, this.#run?.mark);
    this.#restSoon();
  }

  /** Walls were moved by a step of a live edit, which goes on until somebody stops. */
  follow(ids: readonly string[], step: LiveEdit): void {
    this.#followed = { step, ids };
    this.#restSoon();
  }

  /** Has the walls meet what they came to lie on, if any are on the move but `ids`, which are moved further. */
  rest(ids: readonly string[] = []): void {
    const followed = this.#followed;
    this.#followed = null;
    if (followed && !this.#editor.isReadOnly.get()) {
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

  /** Whether just these are on the move, and nothing else was done since. */
  #isOn(ids: readonly string[]): boolean {
    const run = this.#run;
    return run !== null && this.#editor.history.isOpen(run.mark) && isSame(run.ids, ids);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    const run = this.#run;
    this.#run = null;
    if (run && !this.#editor.isReadOnly.get()) {
      commitMoved(this.#editor, moveWithin(this.#editor, run.mark), run.ids);
    }
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, at) => id === others[at]);
}
