import { MAX_GENERATED_DEPTH, MAX_GENERATED_NODES } from '../defaults.ts';
import type { SceneDocument, SceneNode } from '../document.ts';
import { isSameJson, ownMember } from '../json.ts';
import { dependenciesIn } from '../node-dependencies.ts';
import { hasReferences, isCopier, isDefinition, roleOf, withRenamed } from '../nodes/kinds.ts';
import { placedTransform } from '../nodes/repeat/repeat-layout.ts';
import { childrenOf, type Hierarchy, resolveHierarchy, withDescendants } from '../resolve.ts';
import { SetsByKey } from '../sets-by-key.ts';
import { type Copy, copiesOf } from './copy-generators.ts';
import { CopyOwners, StaleNodes } from './copy-owners.ts';
import { differingIds, isRelinked, isSameCopy, needsExpansion } from './expansion-changes.ts';
import { depthOf, generatedId, isGeneratedId, sourceIdOf } from './generated-id.ts';
import { type FitsNode, withOverrides } from './overrides.ts';

type Nodes = SceneDocument['nodes'];

/** A generated node: a copy of `source`. */
type Generated = {
  owner: string;
  source: string;
  parent: string;
  copy: Copy;
  /** The source as it was copied last. */
  copied: SceneNode | null;
};

/** `fits` is whether an override is valid; not needed where overrides were checked before. */
export type ExpansionOptions = { fits?: FitsNode; limit?: number };

const NONE: ReadonlySet<string> = new Set();

/**
 * The nodes of a document with those that its nodes generate, and without definitions. Updates are incremental: only
 * copies of changed nodes are made again, and all others stay the same objects.
 */
export class Expansion {
  readonly #fits: FitsNode;
  readonly #limit: number;
  #stored: Nodes = {};
  #nodes: Nodes = {};
  #hierarchy: Hierarchy = resolveHierarchy({});
  /** Stored nodes that belong to definitions. */
  #defined = NONE;
  #isActive = false;
  readonly #generated = new Map<string, Generated>();
  readonly #owners = new CopyOwners();
  /** Generated ids by source. */
  readonly #copies = new SetsByKey();
  readonly #stale = new StaleNodes();
  #isLimited = false;
  #changed = new Set<string>();

  constructor({ fits = () => true, limit = MAX_GENERATED_NODES }: ExpansionOptions = {}) {
    this.#fits = fits;
    this.#limit = limit;
  }

  /** Whether copies are missing, as the document would have too many nodes. */
  get isLimited(): boolean {
    return this.#isLimited;
  }

  /** Number of generated nodes. */
  get size(): number {
    return this.#generated.size;
  }

  /**
   * Expands the next version of the document.
   * @param change - extent of the change; without it all nodes are compared
   * @returns the expanded document, and the change with the nodes that differ in it
   */
  update<Change extends { readonly nodes: ReadonlySet<string> }>(
    document: SceneDocument,
    change?: Change,
  ): { document: SceneDocument; change: Change | undefined } {
    const nodes = this.#update(document.nodes, change?.nodes ?? differingIds(this.#stored, document.nodes));
    return {
      document: nodes === document.nodes ? document : { ...document, nodes },
      change: change && { ...change, nodes: this.#changed },
    };
  }

  #update(stored: Nodes, touched: ReadonlySet<string>): Nodes {
    const before = this.#stored;
    this.#stored = stored;
    if (
      !this.#isActive &&
      ![...touched].some((id) => needsExpansion(before[id]) || needsExpansion(stored[id]))
    ) {
      this.#changed = new Set(touched);
      this.#nodes = stored;
      return stored;
    }
    const shown = this.#nodes;
    this.#changed = new Set();
    this.#nodes = { ...shown };
    const relinked = [...touched].filter((id) => isRelinked(before[id], stored[id]));
    const moved = relinked.length > 0 || !this.#isActive ? this.#relink(relinked) : NONE;
    for (const id of touched.union(moved)) {
      this.#follow(id);
    }
    // Which copies are missing follows from the order of the tree.
    const isReordered = [...touched].some((id) => before[id]?.index !== stored[id]?.index);
    const settled = this.#settle({ isCut: false });
    if (!settled.isWhole || (this.#isLimited && (settled.isRebuilt || isReordered || relinked.length > 0))) {
      this.#restart(shown);
    }
    this.#isActive = this.#owners.size > 0 || this.#defined.size > 0;
    if (!this.#isActive) {
      this.#nodes = stored;
    }
    return this.#nodes;
  }

  /** Adopts the tree of the stored nodes. Returns those whose place in it differs. */
  #relink(relinked: readonly string[]): ReadonlySet<string> {
    const [before, defined] = [this.#hierarchy, this.#defined];
    this.#hierarchy = resolveHierarchy(this.#stored);
    const definitions = Object.entries(this.#stored).filter(([, { kind }]) => isDefinition(kind));
    this.#defined = new Set(
      withDescendants(
        this.#hierarchy,
        definitions.map(([id]) => id),
      ),
    );
    const { parentOf } = this.#hierarchy;
    const ids = [...before.parentOf.keys(), ...parentOf.keys()];
    const moved = new Set([...relinked, ...ids.filter((id) => before.parentOf.get(id) !== parentOf.get(id))]);
    for (const id of moved) {
      for (const place of [before.parentOf.get(id), id, parentOf.get(id)]) {
        this.#markChildren(place ?? null);
      }
    }
    return moved.union(this.#defined.symmetricDifference(defined));
  }

  /** Takes over a stored node. */
  #follow(id: string): void {
    const was = this.#nodes[id];
    const is = this.#defined.has(id) ? undefined : ownMember(this.#stored, id);
    this.#put(id, is);
    this.#markCopies(id);
    const isOwner = this.#owners.has(id) || (is !== undefined && isCopier(is.kind));
    if (isOwner && (was?.kind !== is?.kind || was?.props !== is?.props)) {
      this.#stale.addOwner(id);
    }
  }

  /** Marks the copies of a node. */
  #markCopies(id: string): void {
    for (const copy of this.#copies.of(id)) {
      this.#stale.addCopy(copy);
    }
  }

  /** Marks all that copies the children of a node. */
  #markChildren(id: string | null): void {
    if (id === null) {
      return;
    }
    for (const owner of this.#owners.copiersOf(id)) {
      this.#stale.addOwner(owner);
    }
    for (const copy of this.#copies.of(id)) {
      const { owner = '' } = this.#generated.get(copy) ?? {};
      this.#stale.addOwner(owner);
      this.#markChildren(copy);
    }
  }

  /**
   * Makes everything again that is marked.
   * @param isCut - whether owners stay empty from the first one on that makes too many nodes; otherwise it ends there
   */
  #settle({ isCut }: { isCut: boolean }): { isWhole: boolean; isRebuilt: boolean } {
    let isWhole = true;
    let isRebuilt = false;
    for (const { owners, copies } of this.#stale.byDepth()) {
      if (!isWhole && !isCut) {
        break;
      }
      for (const id of copies) {
        this.#copyAgain(id);
      }
      for (const id of owners) {
        isRebuilt = true;
        // The first owner without room is the last one, as planning others in vain may take long.
        isWhole = isWhole && this.#rebuild(id);
        if (!isWhole && !isCut) {
          break;
        }
      }
    }
    this.#stale.clear();
    return { isWhole, isRebuilt };
  }

  /** Expands everything again, in the order of the tree, so that the last copies are those that are missing. */
  #restart(shown: Nodes): void {
    for (const id of this.#owners.ids) {
      this.#drop(id);
    }
    this.#changed = new Set();
    const { parentOf } = this.#hierarchy;
    this.#nodes = {};
    for (const id of withDescendants(this.#hierarchy, childrenOf(this.#hierarchy, null))) {
      const node = this.#stored[id];
      if (node && parentOf.has(id) && !this.#defined.has(id)) {
        this.#nodes[id] = node;
        if (isCopier(node.kind)) {
          this.#stale.addOwner(id);
        }
      }
    }
    this.#isLimited = !this.#settle({ isCut: true }).isWhole;
    for (const [id, node] of Object.entries(this.#nodes)) {
      const was = ownMember(shown, id);
      if (was && was !== node && isGeneratedId(id) && isSameJson(was, node)) {
        this.#nodes[id] = was;
      }
    }
    this.#changed = differingIds(shown, this.#nodes);
  }

  /** Generates what a node generates now. Returns false if that would be too much, and leaves it empty. */
  #rebuild(id: string): boolean {
    const node = ownMember(this.#nodes, id);
    const wanted = node && copiesOf({ id, node }, this.#sources);
    if (!wanted) {
      this.#drop(id);
      return true;
    }
    const roots = new Set(wanted.copies.flatMap((copy) => copy.roots.map(sourceIdOf)));
    const before = this.#owners.get(id)?.ids ?? NONE;
    const room = this.#limit - this.#generated.size + before.size;
    const isEnd = depthOf(id) >= MAX_GENERATED_DEPTH || this.#isWithin(id, roots);
    const next = isEnd ? new Map<string, Generated>() : this.#plan(id, wanted.copies, room);
    this.#owners.set(id, { ids: new Set(next?.keys()), roots, from: wanted.from, reads: wanted.reads ?? [] });
    for (const gone of before) {
      if (!next?.has(gone)) {
        this.#remove(gone);
      }
    }
    for (const [made, plan] of next ?? []) {
      const known = this.#generated.get(made);
      if (known?.source !== plan.source) {
        this.#unlink(made);
        this.#copies.add(plan.source, made);
      }
      const isSame =
        known?.source === plan.source && known.parent === plan.parent && isSameCopy(known.copy, plan.copy);
      this.#generated.set(made, { ...plan, copied: isSame ? known.copied : null });
    }
    for (const made of next?.keys() ?? []) {
      this.#copyAgain(made);
    }
    return next !== null;
  }

  /** Whether an owner is, at any depth, a copy of what it would copy. */
  #isWithin(id: string, roots: ReadonlySet<string>): boolean {
    for (let up = this.#generated.get(id)?.owner; up !== undefined; up = this.#generated.get(up)?.owner) {
      if (!this.#owners.get(up)?.roots.isDisjointFrom(roots)) {
        return true;
      }
    }
    return false;
  }

  /** The nodes of some copies, parents before children; null if these are more than `room`. */
  #plan(owner: string, copies: readonly Copy[], room: number): Map<string, Generated> | null {
    const planned = new Map<string, Generated>();
    for (const copy of copies) {
      const stack = copy.roots.map((source) => ({ source, parent: owner }));
      for (let next = stack.pop(); next; next = stack.pop()) {
        if (copy.placement && this.#isMarker(next.source)) {
          continue;
        }
        const made = generatedId(owner, copy.key, next.source);
        planned.set(made, { ...next, owner, copy, copied: null });
        stack.push(...this.#childrenOf(next.source).map((source) => ({ source, parent: made })));
      }
      if (planned.size > room) {
        return null;
      }
    }
    return planned;
  }

  /** Whether a node is an annotation, a view or a measurement, which visitors find once only. */
  #isMarker(id: string): boolean {
    const node = this.#generated.has(id) ? this.#nodes[id] : this.#stored[id];
    return node !== undefined && roleOf(node.kind) === 'marker';
  }

  readonly #childrenOf = (id: string): readonly string[] => {
    const generated = this.#generated.get(id);
    if (!generated) {
      return childrenOf(this.#hierarchy, id).filter((child) => {
        const kind = this.#stored[child]?.kind;
        return kind !== undefined && !isDefinition(kind);
      });
    }
    const { owner, copy, source } = generated;
    return this.#childrenOf(source)
      .map((child) => generatedId(owner, copy.key, child))
      .filter((child) => this.#generated.has(child));
  };

  readonly #sources = {
    childrenOf: this.#childrenOf,
    kindOf: (id: string) => ownMember(this.#stored, id)?.kind,
    nodeOf: (id: string) => ownMember(this.#nodes, id),
    parentOf: (id: string) => this.#generated.get(id)?.parent ?? this.#hierarchy.parentOf.get(id) ?? null,
    ties: { tiedTo: (id: string) => dependenciesIn({ nodes: this.#nodes }).tiedTo(id) },
  };

  /** Copies a source unless its copy is as it would be. */
  #copyAgain(id: string): void {
    const generated = this.#generated.get(id);
    if (!generated) {
      return;
    }
    const { source, owner, parent, copy, copied } = generated;
    const node = this.#generated.has(source) ? this.#nodes[source] : this.#stored[source];
    if (!node || (node === copied && !hasReferences(node.kind))) {
      return;
    }
    generated.copied = node;
    const rename = (named: string) => {
      const renamed = generatedId(owner, copy.key, named);
      return this.#generated.get(renamed)?.source === named ? renamed : undefined;
    };
    const placed =
      copy.placement && parent === owner ? { ...placedTransform(copy.placement, node), visible: true } : {};
    const made = { ...withRenamed(node, rename), ...placed, parent };
    this.#set(id, withOverrides(made, { id: sourceIdOf(id), values: copy.values, fits: this.#fits }));
  }

  /** Sets a generated node, and marks what depends on it. */
  #set(id: string, node: SceneNode): void {
    const was = this.#nodes[id];
    if (was && isSameJson(was, node)) {
      return;
    }
    this.#put(id, node);
    this.#markCopies(id);
    const isOwner = isCopier(node.kind) || this.#owners.has(id);
    if (isOwner && !(was?.kind === node.kind && isSameJson(was.props, node.props))) {
      this.#stale.addOwner(id);
    }
  }

  #put(id: string, node: SceneNode | undefined): void {
    const was = this.#nodes[id];
    if (was === node) {
      return;
    }
    this.#changed.add(id);
    for (const reader of this.#owners.readersOf(id, [was, node])) {
      this.#stale.addOwner(reader);
    }
    if (node) {
      this.#nodes[id] = node;
    } else {
      delete this.#nodes[id];
    }
  }

  #drop(id: string): void {
    const owner = this.#owners.get(id);
    this.#owners.delete(id);
    for (const made of owner?.ids ?? NONE) {
      this.#remove(made);
    }
  }

  #remove(id: string): void {
    this.#drop(id);
    this.#unlink(id);
    this.#generated.delete(id);
    this.#put(id, undefined);
  }

  #unlink(id: string): void {
    this.#copies.delete(this.#generated.get(id)?.source ?? '', id);
  }
}

/** A document with all generated nodes, and whether some are missing. */
export function expandDocument(
  document: SceneDocument,
  options?: ExpansionOptions,
): { document: SceneDocument; isLimited: boolean } {
  const expansion = new Expansion(options);
  const expanded = expansion.update(document);
  return { document: expanded.document, isLimited: expansion.isLimited };
}
