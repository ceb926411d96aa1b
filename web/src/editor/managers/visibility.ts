import { isMeasured, nodeKindNames } from '@diorama/shared/scene/nodes/kinds.ts';
import { isVisibleItself, NO_OVERRIDES, type VisibilityOverrides } from '@diorama/shared/scene/resolve.ts';
import { visibilityOverridesAt } from '@diorama/shared/scene/visibility-overrides.ts';
import { computed, type Signal, untracked } from '@preact/signals-core';
import type { SceneManager } from './scene.ts';
import type { SelectionManager } from './selection.ts';

const TOUR_KINDS = nodeKindNames.filter((kind) => kind === 'annotation' || isMeasured(kind));

type Sources = {
  scene: SceneManager;
  selection: SelectionManager;
  /** Nodes that this user hides. */
  hidden: Signal<ReadonlySet<string>>;
};

/**
 * Visibility overrides of this user: nodes hidden by the user, and the visitors' view of a tour stop while
 * exactly one annotation is selected.
 */
export class VisibilityManager {
  /** The single selected annotation; null if there is none or several. */
  readonly #stop = computed(() => {
    const { scene, selection } = this.#sources;
    const [stop, ...others] = selection.ids.value.filter((id) => scene.node(id)?.kind === 'annotation');
    return stop !== undefined && others.length === 0 ? stop : null;
  });
  readonly #sources: Sources;
  readonly overrides = computed(() => this.#read());

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  get stop(): string | null {
    return this.#stop.value;
  }

  /** Whether this user sees a node and all its ancestors. */
  isVisible(id: string): boolean {
    return this.#isVisibleWith(this.overrides.value, id);
  }

  /** Whether a node can be selected in the viewport: this user sees it, and it and its ancestors are unlocked. */
  isReachable(id: string): boolean {
    return this.isVisible(id) && !this.#sources.scene.isLocked(id);
  }

  /** Whether the document shows a node and all its ancestors, as before the first stop of a tour. */
  isShownInDocument(id: string): boolean {
    return this.#isVisibleWith(NO_OVERRIDES, id);
  }

  #isVisibleWith(overrides: VisibilityOverrides, id: string): boolean {
    const { scene } = this.#sources;
    return [id, ...scene.ancestorsOf(id)].every((one) => isVisibleItself(overrides, one, scene.node(one)));
  }

  #read(): VisibilityOverrides {
    const hidden = this.#sources.hidden.value;
    const { stop } = this;
    if (stop === null) {
      return hidden.size === 0 ? NO_OVERRIDES : { hidden, shown: NO_OVERRIDES.shown };
    }
    void this.#sources.scene.revisionOf(...TOUR_KINDS);
    const there = untracked(() => visibilityOverridesAt(this.#sources.scene.document.value, stop));
    return { hidden: hidden.union(there.hidden), shown: there.shown };
  }
}
