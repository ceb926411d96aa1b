import { depthOf } from './generated-id.ts';

/** Nodes of one depth whose copies, or who themselves, must be made again. */
type Stale = { owners: Set<string>; copies: Set<string> };

/** Nodes to be made again, by how many owners generate them. Sources are never deeper than their copies. */
export class StaleNodes {
  #depths: Stale[] = [];

  /** Marks a node whose copies must be made again. */
  addOwner(id: string): void {
    this.#at(id).owners.add(id);
  }

  /** Marks a generated node that must be copied again. */
  addCopy(id: string): void {
    this.#at(id).copies.add(id);
  }

  /** The marked nodes, the least deep first. Nodes that are marked meanwhile follow. */
  *byDepth(): Iterable<Stale> {
    for (let depth = 0; depth < this.#depths.length; depth += 1) {
      // The loop ends before the last one.
      yield this.#depths[depth] as Stale;
    }
  }

  clear(): void {
    this.#depths = [];
  }

  #at(id: string): Stale {
    const depth = depthOf(id);
    for (let at = this.#depths.length; at <= depth; at += 1) {
      this.#depths.push({ owners: new Set(), copies: new Set() });
    }
    // The loop above has added it.
    return this.#depths[depth] as Stale;
  }
}
