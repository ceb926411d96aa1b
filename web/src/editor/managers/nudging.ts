import { commitMoved, moveWithin } from '../commands/walls-drag.ts';
import type { Editor } from '../editor.ts';
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
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: Editor) {
    super();
    this.#editor = editor;
    this.register(() => this.rest());
  }

  /** Writes a step of some nodes, walls among them. */
  nudge(ids: readonly string[], write: () => void): void {
    const { history } = this.#editor;
    const isOn = this.#run !== null && isSame(this.#run.ids, ids);
    if (!isOn) {
      this.#run = { mark: history.mark(() => this.#settle()), ids };
    }
    this.#editor.edit(write, this.#run?.mark);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.rest(), REST_MS);
  }

  /** Has the walls meet what they came to lie on, if any are on the move. */
  rest(): void {
    if (this.#run) {
      this.#editor.history.commit();
    }
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
