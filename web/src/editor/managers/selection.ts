import { withoutNested } from '@diorama/shared/scene/resolve.ts';
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';

const NOTHING: readonly string[] = [];

/** Selected nodes in selection order; the last one is the primary. */
export class SelectionManager extends Manager {
  readonly #scene: SceneManager;
  readonly #ids = signal<readonly string[]>(NOTHING);
  readonly ids: ReadonlySignal<readonly string[]> = this.#ids;
  #previous: readonly string[] = NOTHING;
  readonly #members = computed(() => new Set(this.ids.value));
  readonly #outermost = computed(() => withoutNested(this.#scene.hierarchy, this.ids.value));
  /** All ancestors of the selection. */
  readonly #above = computed(() => new Set(this.ids.value.flatMap((id) => this.#scene.ancestorsOf(id))));

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

  /** Node whose values panels show first; null without a selection. */
  get primary(): string | null {
    return this.ids.value.at(-1) ?? null;
  }

  /** Selected nodes without those that have a selected ancestor. */
  get outermost(): readonly string[] {
    return this.#outermost.value;
  }

  has(id: string): boolean {
    return this.#members.value.has(id);
  }

  /** Whether a descendant of a node is selected. */
  hasBelow(id: string): boolean {
    return this.#above.value.has(id);
  }

  /** Replaces the selection; unknown ids are ignored. */
  set(ids: Iterable<string>): void {
    const next = [...new Set(ids)]
      .map((id) => (this.#scene.node(id) ? id : this.#scene.shownOf(id)))
      .filter((id) => this.#scene.node(id) !== undefined);
    const before = this.ids.value;
    if (next.length === before.length && next.every((id, i) => id === before[i])) {
      return;
    }
    if (before.length > 0) {
      this.#previous = before;
    }
    this.#ids.value = next.length === 0 ? NOTHING : next;
  }

  /** Adds nodes; the last of them becomes the primary one. */
  add(ids: Iterable<string>): void {
    const added = new Set(ids);
    this.set([...this.ids.value.filter((id) => !added.has(id)), ...added]);
  }

  /** Selects the node, or deselects it if it was selected. */
  toggle(id: string): void {
    this.set(this.has(id) ? this.ids.value.filter((one) => one !== id) : [...this.ids.value, id]);
  }

  /** Clears the selection. @returns whether anything was selected */
  clear(): boolean {
    const hadAny = this.ids.value.length > 0;
    this.set(NOTHING);
    return hadAny;
  }

  /** Restores the previous selection. */
  restorePrevious(): void {
    this.set(this.#previous);
  }

  #drop(gone: ReadonlySet<string>): void {
    if (gone.size > 0) {
      this.#ids.value = this.ids.value.filter((id) => !gone.has(id));
    }
  }
}
