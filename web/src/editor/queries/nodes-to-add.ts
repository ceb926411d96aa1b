import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { withDescendants } from '@diorama/shared/scene/resolve.ts';
import type { SceneManager } from '../managers/scene.ts';

/** A list shows no more than these at once; who has more types a part of a name. */
export const MOST_FOUND = 50;

/**
 * Things of a scene that may be put into a list, in the order of the outliner: those that are visible, or hidden, by
 * themselves, and have some text in their names. One more than {@link MOST_FOUND} says that there are more.
 */
export function nodesToAdd(
  scene: SceneManager,
  { of, without, text }: { of: 'visible' | 'hidden'; without: readonly string[]; text: string },
): { id: string; name: string; icon: string }[] {
  const wanted = text.trim().toLowerCase();
  const taken = new Set(without);
  const found: { id: string; name: string; icon: string }[] = [];
  for (const id of withDescendants(scene.hierarchy, scene.hierarchy.childrenOf.get(null) ?? [])) {
    const node = scene.node(id);
    const isMeant = node && node.kind !== 'annotation' && node.visible === (of === 'visible');
    if (isMeant && !taken.has(id) && node.name.toLowerCase().includes(wanted)) {
      found.push({ id, name: node.name, icon: findNodeDef(node.kind)?.inspector.icon ?? '' });
    }
    if (found.length > MOST_FOUND) {
      break;
    }
  }
  return found;
}
