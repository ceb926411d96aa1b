import { isMeasured } from '@diorama/shared/scene/nodes/kinds.ts';
import {
  NO_OVERRIDES,
  type VisibilityOverrides,
  visibilityOverridesAt,
} from '@diorama/shared/scene/visibility-overrides.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';
import type { SelectionManager } from './selection.ts';

type Sources = {
  scene: SceneManager;
  selection: SelectionManager;
  /** Nodes that this user hides. */
  hidden: Store<ReadonlySet<string>>;
};

/**
 * Visibility overrides of this user: nodes hidden by the user, and the visitors' view of a tour stop while
 * exactly one annotation is selected.
 */
export class VisibilityManager extends Manager implements Readable<VisibilityOverrides> {
  readonly #sources: Sources;
  readonly #overrides = new Store<VisibilityOverrides>(NO_OVERRIDES);

  constructor(sources: Sources) {
    super();
    this.#sources = sources;
    const { scene, selection, hidden } = sources;
    this.register(selection.subscribe(this.#look));
    this.register(hidden.subscribe(this.#look));
    this.register(scene.onNodes((kind) => kind === 'annotation' || isMeasured(kind), this.#look));
  }

  readonly get = (): VisibilityOverrides => this.#overrides.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#overrides.subscribe(listener);

  /** The single selected annotation; null if there is none or several. */
  get stop(): string | null {
    const { scene, selection } = this.#sources;
    const [stop, ...others] = selection.get().filter((id) => scene.node(id)?.kind === 'annotation');
    return stop !== undefined && others.length === 0 ? stop : null;
  }

  /** Whether this user sees a node and all its ancestors. */
  isVisible(id: string): boolean {
    const { scene } = this.#sources;
    const { hidden, shown } = this.#overrides.get();
    return [id, ...scene.ancestorsOf(id)].every(
      (one) => !hidden.has(one) && (scene.node(one)?.visible === true || shown.has(one)),
    );
  }

  readonly #look = (): void => {
    const { scene, hidden } = this.#sources;
    const { stop } = this;
    const own = hidden.get();
    if (stop === null && own.size === 0) {
      this.#overrides.set(NO_OVERRIDES);
      return;
    }
    const there = stop === null ? NO_OVERRIDES : visibilityOverridesAt(scene.get(), stop);
    this.#overrides.set({ hidden: new Set([...own, ...there.hidden]), shown: there.shown });
  };
}
