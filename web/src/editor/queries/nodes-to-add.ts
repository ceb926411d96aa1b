import type { SceneNode } from '@diorama/shared/scene/document.ts';
import type { NodeFilter } from '@diorama/shared/scene/nodes/define.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { hasBuiltShape } from '@diorama/shared/scene/nodes/kinds.ts';
import { withDescendants } from '@diorama/shared/scene/resolve.ts';
import type { SceneManager } from '../managers/scene.ts';

/** Largest number of listed nodes; the user narrows a longer list by typing. */
export const MAX_FOUND = 50;

const FILTERS: Readonly<Record<NodeFilter, (node: SceneNode) => boolean>> = {
  visible: ({ kind, visible }) => kind !== 'annotation' && visible,
  hidden: ({ kind, visible }) => kind !== 'annotation' && !visible,
  path: ({ kind }) => kind === 'path',
  surface: hasBuiltShape,
  any: ({ kind }) => kind !== 'annotation',
};

/**
 * Nodes that pass a filter and have the text in their names, in outliner order. One result above {@link MAX_FOUND} means that
 * there are more.
 */
export function nodesToAdd(
  scene: SceneManager,
  { of, without, text }: { of: NodeFilter; without: readonly string[]; text: string },
): { id: string; name: string; icon: string }[] {
  const wanted = text.trim().toLowerCase();
  const taken = new Set(without);
  const found: { id: string; name: string; icon: string }[] = [];
  for (const id of withDescendants(scene.hierarchy, scene.hierarchy.childrenOf.get(null) ?? [])) {
    const node = scene.node(id);
    if (node && FILTERS[of](node) && !taken.has(id) && node.name.toLowerCase().includes(wanted)) {
      found.push({ id, name: node.name, icon: findNodeDef(node.kind)?.inspector.icon ?? '' });
    }
    if (found.length > MAX_FOUND) {
      break;
    }
  }
  return found;
}
