import { type Hierarchy, withoutNested } from '@diorama/shared/scene/resolve.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';

/** Values derived from the selection and the hierarchy; `above` contains all ancestors of the selection. */
type Derived = {
  of: readonly string[];
  within: Hierarchy;
  members: ReadonlySet<string>;
  outermost: readonly string[];
  above: ReadonlySet<string>;
};

const NOTHING: readonly string[] = [];

/** Selected nodes in selection order; the last one is the primary. */
export class SelectionManager extends Manager implements Readable<readonly string[]> {
  readonly #scene: SceneManager;
  readonly #ids = new Store<readonly string[]>(NOTHING);
  #previous: readonly string[] = NOTHING;
  #derived: Derived | null = null;

  constructor(scene: SceneManager) {
    super();
    this.#scene = scene;
    this.register(
      scene.onChange((document, change) => {
        const gone = [...change.nodes].filter((id) => !Object.hasOwn(document.nodes, id) && this.has(id));
        this.#drop(new Set(gone));
      }),
    );
  }

  readonly get = (): readonly string[] => this.#ids.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#ids.subscribe(listener);

  /** Node whose values panels show first; null without a selection. */
  get primary(): string | null {
    return this.get().at(-1) ?? null;
  }

  /** Selected nodes without those that have a selected ancestor. */
  get outermost(): readonly string[] {
    return this.#derive().outermost;
  }

  has(id: string): boolean {
    return this.#derive().members.has(id);
  }

  /** Whether a descendant of a node is selected. */
  hasBelow(id: string): boolean {
    return this.#derive().above.has(id);
  }

  /** Replaces the selection; unknown ids are ignored. */
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
    const added = new Set(ids);
    this.set([...this.get().filter((id) => !added.has(id)), ...added]);
  }

  /** Selects the node, or deselects it if it was selected. */
  toggle(id: string): void {
    this.set(this.has(id) ? this.get().filter((one) => one !== id) : [...this.get(), id]);
  }

  /** Clears the selection. @returns whether anything was selected */
  clear(): boolean {
    const hadAny = this.get().length > 0;
    this.set(NOTHING);
    return hadAny;
  }

  /** Restores the previous selection. */
  restorePrevious(): void {
    this.set(this.#previous);
  }

  #drop(gone: ReadonlySet<string>): void {
    if (gone.size > 0) {
      this.#ids.set(this.get().filter((id) => !gone.has(id)));
    }
  }

  /** Cached per state, as it is read at each frame and pointer move. */
  #derive(): Derived {
    const of = this.get();
    const within = this.#scene.hierarchy;
    if (this.#derived?.of !== of || this.#derived.within !== within) {
      const above = new Set(of.flatMap((id) => this.#scene.ancestorsOf(id)));
      this.#derived = { of, within, members: new Set(of), outermost: withoutNested(within, of), above };
    }
    return this.#derived;
  }
}
