import type { SceneNode } from '../document.ts';
import { tiesOf } from '../nodes/kinds.ts';
import { SetsByKey } from '../sets-by-key.ts';
import { depthOf } from './generated-id.ts';

/**
 * A node that generates copies, with their `ids`. `roots` are the stored nodes at the top of the copies, below `from`.
 * `reads` are the nodes and ties on which the copies depend.
 */
export type Owner = {
  ids: ReadonlySet<string>;
  roots: ReadonlySet<string>;
  from: string | null;
  reads: readonly string[];
};

/** The nodes that generate others, found by what they copy and read. */
export class CopyOwners {
  readonly #owners = new Map<string, Owner>();
  /** Owners by the node whose children they copy. */
  readonly #copiers = new SetsByKey();
  /** Owners by the nodes and ties that they read. */
  readonly #readers = new SetsByKey();

  get size(): number {
    return this.#owners.size;
  }

  get ids(): string[] {
    return [...this.#owners.keys()];
  }

  has(id: string): boolean {
    return this.#owners.has(id);
  }

  get(id: string): Owner | undefined {
    return this.#owners.get(id);
  }

  set(id: string, owner: Owner): void {
    this.delete(id);
    this.#owners.set(id, owner);
    this.#copiers.add(owner.from ?? '', id);
    for (const name of owner.reads) {
      this.#readers.add(name, id);
    }
  }

  delete(id: string): void {
    const owner = this.#owners.get(id);
    this.#owners.delete(id);
    this.#copiers.delete(owner?.from ?? '', id);
    for (const name of owner?.reads ?? []) {
      this.#readers.delete(name, id);
    }
  }

  /** Owners that copy the children of a node. */
  copiersOf(id: string): Iterable<string> {
    return this.#copiers.of(id);
  }

  /** Owners that read a node, or the ties of one of its versions. */
  readersOf(id: string, versions: readonly (SceneNode | undefined)[]): string[] {
    if (this.#readers.size === 0) {
      return [];
    }
    const names = [id, ...versions.flatMap((node) => (node ? tiesOf(id, node) : []))];
    return names.flatMap((name) => [...this.#readers.of(name)]);
  }
}

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
