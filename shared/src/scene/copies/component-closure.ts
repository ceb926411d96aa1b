import type { NodeOf, SceneDocument, SceneNode } from '../document.ts';
import { ownMember } from '../json.ts';
import { isDefinition } from '../nodes/kinds.ts';
import { childrenOf, resolveHierarchy } from '../resolve.ts';

type Nodes = SceneDocument['nodes'];

/** The version of a library's component that a component came from. */
export type LibraryLink = NonNullable<NodeOf<'component'>['props']['library']>;

/** The library version that a component came from; null for other nodes. */
export function linkOf(node: SceneNode | undefined): LibraryLink | null {
  return node?.kind === 'component' ? node.props.library : null;
}

/** The components of a scene that came from a library, by item. */
export function linkedComponents(nodes: Nodes): Map<string, string> {
  const linked = new Map<string, string>();
  for (const id of Object.keys(nodes).sort()) {
    const item = linkOf(nodes[id])?.item;
    if (item !== undefined && !linked.has(item)) {
      linked.set(item, id);
    }
  }
  return linked;
}

/** Ids of the nodes of components, and of those components that their instances show and `enters` accepts, by id. */
export type Closure = (components: readonly string[], enters: (id: string) => boolean) => string[];

/** Nodes whose hierarchy is resolved. */
export type Resolved = { nodes: Nodes; closure: Closure };

/** Resolves the hierarchy of nodes once, for any number of components. */
export function closureIn(nodes: Nodes): Closure {
  const hierarchy = resolveHierarchy(nodes);
  return (components, enters) => {
    const found = new Set<string>();
    const left = [...components];
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const node = ownMember(nodes, id);
      if (!node || found.has(id)) {
        continue;
      }
      found.add(id);
      left.push(...childrenOf(hierarchy, id).filter((child) => !isDefinition(nodes[child]?.kind ?? 'group')));
      const shown = node.kind === 'instance' ? node.props.component : null;
      if (shown !== null && isDefinition(ownMember(nodes, shown)?.kind ?? 'group') && enters(shown)) {
        left.push(shown);
      }
    }
    return [...found];
  };
}

/** Whether a component shows itself, however deep. */
export function isCyclic(nodes: Nodes, component: string, closure: Closure = closureIn(nodes)): boolean {
  const shownBy = (id: string) =>
    closure([id], () => false).flatMap((part) => {
      const node = nodes[part];
      return node?.kind === 'instance' && node.props.component !== null ? [node.props.component] : [];
    });
  const seen = new Set<string>();
  const left = shownBy(component);
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (id === component) {
      return true;
    }
    if (!seen.has(id)) {
      seen.add(id);
      left.push(...shownBy(id));
    }
  }
  return false;
}
