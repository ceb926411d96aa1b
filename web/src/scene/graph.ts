import type { SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import {
  type Hierarchy,
  isVisibleItself,
  localMatrix,
  NO_OVERRIDES,
  resolveHierarchy,
  type VisibilityOverrides,
  withDescendants,
  withoutNested,
} from '@diorama/shared/scene/resolve.ts';
import { Matrix4 } from 'three';

type Nodes = SceneDocument['nodes'];

/** World matrix of a node, and whether it and all its ancestors are visible. */
export type Placement = { world: Matrix4; visible: boolean };

/** Work for the renderer after a document change. A rebuilt node is not listed as moved too. */
type GraphChange = {
  removed: string[];
  /** New nodes and those whose kind, props or material differ. */
  rebuilt: string[];
  /** Nodes of which only placement or visibility changed. */
  moved: string[];
};

/**
 * Updates node placements incrementally: only changed nodes and their descendants are computed. It is independent of
 * rendering.
 */
export class SceneGraph {
  #nodes: Nodes = {};
  #hierarchy: Hierarchy = resolveHierarchy({});
  #preview: ReadonlyMap<string, Matrix4> = new Map();
  #overrides = NO_OVERRIDES;
  readonly #placements = new Map<string, Placement>();

  /** Placement of a node, undefined for a missing one. */
  placementOf(id: string): Placement | undefined {
    return this.#placements.get(id);
  }

  /** The nodes and all their descendants. */
  subtreeOf(ids: Iterable<string>): string[] {
    return withDescendants(this.#hierarchy, ids);
  }

  /**
   * Switches to other nodes.
   * @param touched - the only ids that may differ; by default, nodes are compared by identity
   */
  update(nodes: Nodes, touched: Iterable<string> = differingIds(this.#nodes, nodes)): GraphChange {
    const before = this.#nodes;
    this.#nodes = nodes;
    const change: GraphChange = { removed: [], rebuilt: [], moved: [] };
    const dirty: string[] = [];
    let isRelinked = false;
    for (const id of touched) {
      const was = before[id];
      const is = nodes[id];
      if (!is) {
        if (was) {
          change.removed.push(id);
          this.#placements.delete(id);
          isRelinked = true;
        }
        continue;
      }
      isRelinked ||= was?.parent !== is.parent;
      if (!was || !looksSame(was, is)) {
        change.rebuilt.push(id);
      }
      if (!was || !standsSame(was, is)) {
        dirty.push(id);
      }
    }
    if (isRelinked) {
      dirty.push(...this.#relink());
    }
    const rebuilt = new Set(change.rebuilt);
    change.moved = this.#place(dirty).filter((id) => !rebuilt.has(id));
    return change;
  }

  /** Overrides world matrices of nodes and thus of their descendants; an empty map ends it. Returns the moved nodes. */
  setPreview(worlds: ReadonlyMap<string, Matrix4>): string[] {
    const dirty = new Set([...this.#preview.keys(), ...worlds.keys()]);
    this.#preview = worlds;
    return this.#place(dirty);
  }

  /** Overrides visibility of nodes and their descendants, independent of the document. Returns the changed nodes. */
  setVisibilityOverrides(overrides: VisibilityOverrides): string[] {
    const before = this.#overrides;
    const named = new Set([...overrides.hidden, ...overrides.shown, ...before.hidden, ...before.shown]);
    const dirty = [...named].filter(
      (id) =>
        overrides.hidden.has(id) !== before.hidden.has(id) ||
        overrides.shown.has(id) !== before.shown.has(id),
    );
    this.#overrides = overrides;
    return this.#place(dirty);
  }

  #relink(): string[] {
    const before = this.#hierarchy.parentOf;
    this.#hierarchy = resolveHierarchy(this.#nodes);
    return [...this.#hierarchy.parentOf]
      .filter(([id, parent]) => before.get(id) !== parent)
      .map(([id]) => id);
  }

  #place(dirty: Iterable<string>): string[] {
    const placed = withDescendants(this.#hierarchy, withoutNested(this.#hierarchy, dirty));
    for (const id of placed) {
      const node = this.#nodes[id];
      if (!node) {
        continue;
      }
      const above = this.#placements.get(this.#hierarchy.parentOf.get(id) ?? '');
      const placement = this.#placements.get(id) ?? { world: new Matrix4(), visible: true };
      const preview = this.#preview.get(id);
      if (preview) {
        placement.world.copy(preview);
      } else {
        localMatrix(node, placement.world);
        if (above) {
          placement.world.premultiply(above.world);
        }
      }
      placement.visible = isVisibleItself(this.#overrides, id, node) && (above?.visible ?? true);
      this.#placements.set(id, placement);
    }
    return placed;
  }
}

function differingIds(before: Nodes, after: Nodes): string[] {
  const gone = Object.keys(before).filter((id) => !Object.hasOwn(after, id));
  return [...gone, ...Object.keys(after).filter((id) => before[id] !== after[id])];
}

function looksSame(a: SceneNode, b: SceneNode): boolean {
  return a.kind === b.kind && a.material === b.material && isSameJson(a.props, b.props);
}

function standsSame(a: SceneNode, b: SceneNode): boolean {
  return (
    a.visible === b.visible &&
    a.parent === b.parent &&
    isSameJson(a.position, b.position) &&
    isSameJson(a.rotation, b.rotation) &&
    isSameJson(a.scale, b.scale)
  );
}
