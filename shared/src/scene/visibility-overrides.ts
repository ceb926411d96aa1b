import type { SceneDocument } from './document.ts';
import { measuredBy } from './nodes/kinds.ts';
import { isVisibleItself, type ResolvedNode, type VisibilityOverrides } from './resolve.ts';

/**
 * Visibility overrides for visitors at an annotation, null for none. The annotation hides some nodes and
 * shows others. Measurements of other annotations are hidden, unless that annotation was deleted.
 */
export function visibilityOverridesAt(
  { nodes }: Pick<SceneDocument, 'nodes'>,
  stop: string | null,
): VisibilityOverrides {
  const at = stop !== null && Object.hasOwn(nodes, stop) ? nodes[stop] : undefined;
  const { hides = [], shows = [] } = at?.kind === 'annotation' ? at.props : {};
  const isThere = (id: string) => Object.hasOwn(nodes, id);
  const elsewhere = Object.entries(nodes).flatMap(([id, node]) => {
    const own = measuredBy(node)?.stop ?? null;
    const isAtOther = own !== null && own !== stop && isThere(own) && nodes[own]?.kind === 'annotation';
    return isAtOther ? [id] : [];
  });
  return { hidden: new Set([...hides.filter(isThere), ...elsewhere]), shown: new Set(shows.filter(isThere)) };
}

/** Whether a node and all its ancestors are visible. */
export function isVisibleWith(
  overrides: VisibilityOverrides,
  resolved: ReadonlyMap<string, ResolvedNode>,
  id: string,
): boolean {
  for (let at = resolved.get(id); at; at = at.parent === null ? undefined : resolved.get(at.parent)) {
    if (!isVisibleItself(overrides, at.id, at.node)) {
      return false;
    }
  }
  return resolved.has(id);
}
