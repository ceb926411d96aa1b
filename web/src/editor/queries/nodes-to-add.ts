import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { withDescendants } from '@diorama/shared/scene/resolve.ts';
import type { SceneManager } from '../managers/scene.ts';

/** Largest number of listed nodes; the user narrows a longer list by typing. */
export const MAX_FOUND = 50;

/**
 * Nodes that may be added to a list, in outliner order: with the given own visibility if any, and names that contain
 * the text. One result above {@link MAX_FOUND} means that there are more.
 */
export function nodesToAdd(
  scene: SceneManager,
  { of, without, text }: { of: 'visible' | 'hidden' | 'any'; without: readonly string[]; text: string },
): { id: string; name: string; icon: string }[] {
  const wanted = text.trim().toLowerCase();
  const taken = new Set(without);
  const found: { id: string; name: string; icon: string }[] = [];
  for (const id of withDescendants(scene.hierarchy, scene.hierarchy.childrenOf.get(null) ?? [])) {
    const node = scene.node(id);
    const isMeant =
      node && node.kind !== 'annotation' && (of === 'any' || node.visible === (of === 'visible'));
    if (isMeant && !taken.has(id) && node.name.toLowerCase().includes(wanted)) {
      found.push({ id, name: node.name, icon: findNodeDef(node.kind)?.inspector.icon ?? '' });
    }
    if (found.length > MAX_FOUND) {
      break;
    }
  }
  return found;
}
