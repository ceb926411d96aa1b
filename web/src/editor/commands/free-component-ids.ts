import { freeId } from '@diorama/shared/scene/copies/component-links.ts';
import { renamed, renamedValues } from '@diorama/shared/scene/copies/component-names.ts';
import type { NodeRows } from '@diorama/shared/scene/copies/copied-rows.ts';
import { renamedAlong } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { renamedInteraction } from '@diorama/shared/scene/interactions/interaction-names.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { resolveHierarchy, withDescendants } from '@diorama/shared/scene/resolve.ts';

type Nodes = SceneDocument['nodes'];
type CopiedNodes = { nodes: Nodes } & NodeRows;

/**
 * Copied nodes whose components have free ids in a scene. The same id always replaces a taken one, so that overrides
 * of instances that are pasted later apply.
 * @param here - the nodes of the scene
 */
export function withFreeComponentIds<Copied extends CopiedNodes>(copied: Copied, here: Nodes): Copied {
  const { nodes, reactions, texts } = copied;
  const ids = replacedIds(nodes, here);
  if (ids.size === 0) {
    return copied;
  }
  const rename = (id: string) => ids.get(id) ?? id;
  const nodeOf = (id: string | null) => id && renamedAlong(id, rename);
  const mapped = <Value>(
    values: Readonly<Record<string, Value>>,
    map: (id: string, one: Value) => [string, Value],
  ) => Object.fromEntries(Object.entries(values).map(([id, one]) => map(id, one)));
  return {
    ...copied,
    nodes: mapped(nodes, (id, node) => [rename(id), renamed(node, nodes, rename, sameId)]),
    reactions: {
      interactions: reactions.interactions.map((row) =>
        renamedInteraction(row, (id, table) => (table === 'nodes' ? nodeOf(id) : id)),
      ),
      motions: reactions.motions.map((row) => ({ ...row, node: nodeOf(row.node) })),
    },
    texts: mapped(texts, (language, values) => [language, renamedValues(values, nodes, rename)]),
  };
}

const sameId = (id: string) => id;

/** New ids of components and their nodes, by those ids that other nodes of the scene have. */
function replacedIds(nodes: Nodes, here: Nodes): Map<string, string> {
  const replaced = new Map<string, string>();
  const components = Object.keys(nodes).filter((id) => nodes[id]?.kind === 'component');
  if (components.length === 0) {
    return replaced;
  }
  const [hierarchy, present] = [resolveHierarchy(nodes), resolveHierarchy(here)];
  const nameFreely = (seed: readonly string[], id: string, isFree: (id: string) => boolean) => {
    const next = isFree(id) ? id : freeId(seed, isFree);
    if (next !== id) {
      replaced.set(id, next);
    }
    return next;
  };
  for (const component of components) {
    const root = nameFreely(
      [component],
      component,
      (id) => (ownMember(here, id)?.kind ?? 'component') === 'component',
    );
    const own = new Set(withDescendants(present, [root]));
    for (const id of withDescendants(hierarchy, [component]).slice(1)) {
      nameFreely([component, id], id, (one) => !Object.hasOwn(here, one) || own.has(one));
    }
  }
  return replaced;
}
