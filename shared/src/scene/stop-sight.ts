import type { SceneDocument } from './document.ts';
import { measuredBy } from './nodes/kinds.ts';
import type { ResolvedNode } from './resolve.ts';

/** What is seen otherwise than the document says while somebody is at an annotation of the tour, or at none. */
export type StopSight = { hidden: ReadonlySet<string>; shown: ReadonlySet<string> };

/** Nothing is seen otherwise. */
export const PLAIN_SIGHT: StopSight = { hidden: new Set(), shown: new Set() };

/**
 * What visitors see at an annotation, null for none: it hides some nodes and shows others that are not visible, and what
 * belongs to another one is hidden. At one that is gone that would be seen nowhere, so it is always.
 */
export function sightAt({ nodes }: Pick<SceneDocument, 'nodes'>, stop: string | null): StopSight {
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

/** Whether a node is seen with all that holds it. */
export function isSeenIn(
  { hidden, shown }: StopSight,
  resolved: ReadonlyMap<string, ResolvedNode>,
  id: string,
): boolean {
  for (let at = resolved.get(id); at; at = at.parent === null ? undefined : resolved.get(at.parent)) {
    if (hidden.has(at.id) || !(at.node.visible || shown.has(at.id))) {
      return false;
    }
  }
  return resolved.has(id);
}
