import { withoutNested } from '@diorama/shared/scene/resolve.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';

const NOTHING: readonly string[] = [];

/** The nodes that commands act on, in the order they were chosen; the last one is the primary. */
export class SelectionManager extends Manager implements Readable<readonly string[]> {
  readonly #scene: SceneManager;
  readonly #ids = new Store<readonly string[]>(NOTHING);
  #previous: readonly string[] = NOTHING;

  constructor(scene: SceneManager) {
    super();
    this.#scene = scene;
    this.register(scene.onChange((document) => this.#drop((id) => Object.hasOwn(document.nodes, id))));
  }

  readonly get = (): readonly string[] => this.#ids.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#ids.subscribe(listener);

  /** The node whose values panels show first; null when nothing is selected. */
  get primary(): string | null {
    return this.get().at(-1) ?? null;
  }

  /** The selected nodes without those that lie below another selected one. */
  get outermost(): string[] {
    return withoutNested(this.#scene.hierarchy, this.get());
  }

  has(id: string): boolean {
    return this.get().includes(id);
  }

  /** Selects exactly these nodes; unknown ids are left out. */
  set(ids: Iterable<string>): void {
    const next = [...new Set(ids)].filter((id) => this.#scene.node(id) !== undefined);
    const before = this.get();
    if (next.length === before.length && next.every((id, i) => id === before[i])) {
      return;
    }
    if (before.length > 0) {
      this.#previous = before;
    }
    this.#ids.set(next.length === 0 ? NOTHING : next);
  }

  /** Adds nodes; the last of them becomes the primary one. */
  add(ids: Iterable<string>): void {
    const added = [...ids];
    this.set([...this.get().filter((id) => !added.includes(id)), ...added]);
  }

  /** Selects the node, or takes it out if it was selected. */
  toggle(id: string): void {
    this.set(this.has(id) ? this.get().filter((one) => one !== id) : [...this.get(), id]);
  }

  clear(): void {
    this.set(NOTHING);
  }

  /** Goes back to what was selected before. */
  restorePrevious(): void {
    this.set(this.#previous);
  }

  #drop(isThere: (id: string) => boolean): void {
    if (!this.get().every(isThere)) {
      this.#ids.set(this.get().filter(isThere));
    }
  }
}
