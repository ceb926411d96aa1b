import { isMeasured } from '@diorama/shared/scene/nodes/kinds.ts';
import { PLAIN_SIGHT, type StopSight, sightAt } from '@diorama/shared/scene/stop-sight.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';
import type { SelectionManager } from './selection.ts';

/** What a sight is made from. */
type Sources = {
  scene: SceneManager;
  selection: SelectionManager;
  /** What this person does not want to see. */
  hidden: Store<ReadonlySet<string>>;
};

/**
 * What this person sees otherwise than the document says: what they have hidden for themselves, and, while one annotation is
 * selected, alone or with other things, what visitors see at that stop of the tour.
 */
export class SightManager extends Manager implements Readable<StopSight> {
  readonly #sources: Sources;
  readonly #sight = new Store<StopSight>(PLAIN_SIGHT);

  constructor(sources: Sources) {
    super();
    this.#sources = sources;
    const { scene, selection, hidden } = sources;
    this.register(selection.subscribe(this.#look));
    this.register(hidden.subscribe(this.#look));
    this.register(scene.onNodes((kind) => kind === 'annotation' || isMeasured(kind), this.#look));
  }

  readonly get = (): StopSight => this.#sight.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#sight.subscribe(listener);

  /** The one annotation among what is selected; null where there is none, or several. */
  get stop(): string | null {
    const { scene, selection } = this.#sources;
    const [stop, ...others] = selection.get().filter((id) => scene.node(id)?.kind === 'annotation');
    return stop !== undefined && others.length === 0 ? stop : null;
  }

  /** Whether this person sees a node, with all that it is in. */
  isSeen(id: string): boolean {
    const { scene } = this.#sources;
    const { hidden, shown } = this.#sight.get();
    return [id, ...scene.ancestorsOf(id)].every(
      (one) => !hidden.has(one) && (scene.node(one)?.visible === true || shown.has(one)),
    );
  }

  readonly #look = (): void => {
    const { scene, hidden } = this.#sources;
    const { stop } = this;
    const own = hidden.get();
    if (stop === null && own.size === 0) {
      this.#sight.set(PLAIN_SIGHT);
      return;
    }
    const there = stop === null ? PLAIN_SIGHT : sightAt(scene.get(), stop);
    this.#sight.set({ hidden: new Set([...own, ...there.hidden]), shown: there.shown });
  };
}
