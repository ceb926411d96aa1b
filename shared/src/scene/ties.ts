import type { SceneDocument } from './document.ts';
import { tiesOf } from './nodes/kinds.ts';
import type { TiedNode } from './nodes/traits.ts';

type Nodes = SceneDocument['nodes'];

const NO_NODES: readonly TiedNode[] = [];
const NO_NAMES: readonly string[] = [];

/**
 * Which nodes depend on each other, such as walls that meet: kept by what changes, so that an edit costs what it touches,
 * however large the scene is.
 */
export class TieIndex {
  #nodes: Nodes = {};
  readonly #ties = new Map<string, readonly string[]>();
  readonly #tied = new Map<string, Set<string>>();

  /**
   * Moves on to other nodes.
   * @param touched all ids that may differ
   * @returns the nodes that are tied to one of them, before or now, without those themselves
   */
  update(nodes: Nodes, touched: Iterable<string>): ReadonlySet<string> {
    const ids = new Set(touched);
    const names = new Set<string>();
    this.#nodes = nodes;
    for (const id of ids) {
      for (const name of this.#ties.get(id) ?? NO_NAMES) {
        names.add(name);
        this.#untie(name, id);
      }
      const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
      const ties = node ? tiesOf(id, node) : NO_NAMES;
      this.#ties.delete(id);
      if (ties.length > 0) {
        this.#ties.set(id, ties);
      }
      for (const name of ties) {
        names.add(name);
        this.#tied.set(name, (this.#tied.get(name) ?? new Set()).add(id));
      }
    }
    const found = new Set<string>();
    for (const name of names) {
      for (const id of this.#tied.get(name) ?? NO_NAMES) {
        if (!ids.has(id)) {
          found.add(id);
        }
      }
    }
    return found;
  }

  /** The other nodes that share a tie with one, each once, by their ids. */
  tiedTo(id: string): readonly TiedNode[] {
    const ties = this.#ties.get(id);
    if (!ties) {
      return NO_NODES;
    }
    const ids = new Set(ties.flatMap((name) => [...(this.#tied.get(name) ?? NO_NAMES)]));
    ids.delete(id);
    return [...ids].sort().flatMap((other) => {
      const node = this.#nodes[other];
      return node ? [{ id: other, node }] : [];
    });
  }

  #untie(name: string, id: string): void {
    const ids = this.#tied.get(name);
    ids?.delete(id);
    if (ids?.size === 0) {
      this.#tied.delete(name);
    }
  }
}

/** The ties of a whole document. */
export function tiesIn({ nodes }: SceneDocument): TieIndex {
  const index = new TieIndex();
  index.update(nodes, Object.keys(nodes));
  return index;
}
