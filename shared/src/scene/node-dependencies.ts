import type { SceneDocument } from './document.ts';
import { followedBy, tiesOf } from './nodes/kinds.ts';
import type { NodeDependencies, TiedNode } from './nodes/traits.ts';
import { SetsByKey } from './sets-by-key.ts';

type Nodes = SceneDocument['nodes'];

const NO_NODES: readonly TiedNode[] = [];
const NO_NAMES: readonly string[] = [];

/**
 * Index of nodes that depend on each other, such as adjacent walls. Updates are incremental, so an edit costs
 * only its extent, for any size of the scene.
 */
export class DependencyIndex implements NodeDependencies {
  #nodes: Nodes = {};
  /** Ties by node, and nodes by tie. */
  readonly #ties = new Map<string, readonly string[]>();
  readonly #tied = new SetsByKey();
  /** Followed node by follower, and followers by node. */
  readonly #followed = new Map<string, string>();
  readonly #followers = new SetsByKey();

  /**
   * Updates the index to new nodes.
   * @param touched all ids that may differ
   * @returns the other nodes that must be redrawn, by their ties before or after the change
   */
  update(nodes: Nodes, touched: Iterable<string>): ReadonlySet<string> {
    const ids = new Set(touched);
    const names = new Set<string>();
    this.#nodes = nodes;
    for (const id of ids) {
      for (const name of this.#ties.get(id) ?? NO_NAMES) {
        names.add(name);
      }
      this.#note(id);
      for (const name of this.#ties.get(id) ?? NO_NAMES) {
        names.add(name);
      }
    }
    const found = new Set([...names].flatMap((name) => this.#tied.of(name)));
    for (const id of [...ids, ...found]) {
      for (const follower of this.#followers.of(id)) {
        found.add(follower);
      }
    }
    for (const id of ids) {
      found.delete(id);
    }
    return found;
  }

  tiedTo(id: string): readonly TiedNode[] {
    const ties = this.#ties.get(id);
    if (!ties) {
      return NO_NODES;
    }
    const ids = new Set(ties.flatMap((name) => this.#tied.of(name)));
    ids.delete(id);
    return [...ids].sort().flatMap((other) => {
      const node = this.#nodes[other];
      return node ? [{ id: other, node }] : [];
    });
  }

  #note(id: string): void {
    const node = Object.hasOwn(this.#nodes, id) ? this.#nodes[id] : undefined;
    for (const name of this.#ties.get(id) ?? NO_NAMES) {
      this.#tied.delete(name, id);
    }
    const ties = node ? tiesOf(id, node) : NO_NAMES;
    this.#ties.delete(id);
    if (ties.length > 0) {
      this.#ties.set(id, ties);
    }
    for (const name of ties) {
      this.#tied.add(name, id);
    }
    const before = this.#followed.get(id);
    const after = node ? followedBy(node) : null;
    if (before !== undefined) {
      this.#followers.delete(before, id);
      this.#followed.delete(id);
    }
    if (after !== null) {
      this.#followers.add(after, id);
      this.#followed.set(id, after);
    }
  }
}

/** Index of ties of a whole document. */
export function dependenciesIn({ nodes }: Pick<SceneDocument, 'nodes'>): NodeDependencies {
  const index = new DependencyIndex();
  index.update(nodes, Object.keys(nodes));
  return index;
}
