import type { SceneDocument, SceneNode } from './document.ts';
import { isSameJson, ownMember } from './json.ts';
import { materialIdsOf } from './nodes/kinds.ts';

/** What of a node differs between two documents. */
export type NodeChange =
  | 'kind'
  | 'name'
  | 'place'
  | 'parent'
  | 'order'
  | 'shown'
  | 'locked'
  | 'look'
  | 'props';

/** What a scene has besides its nodes and materials. */
export const SCENE_PARTS = ['environment', 'effects', 'camera', 'tour', 'unit'] as const;
export type ScenePart = (typeof SCENE_PARTS)[number];

/** How a document differs from an earlier one; nodes by their ids, in the order of the document they are in. */
export type SceneDiff = {
  added: string[];
  removed: string[];
  changed: { id: string; what: NodeChange[] }[];
  /** What of the scene as a whole differs. */
  scene: ScenePart[];
};

/** Compares two documents. A node whose material looks another way has another look, though it names the same one. */
export function diffDocuments(before: SceneDocument, after: SceneDocument): SceneDiff {
  const restyled = new Set(
    [...new Set([...Object.keys(before.materials), ...Object.keys(after.materials)])].filter(
      (id) => !isSameJson(ownMember(before.materials, id), ownMember(after.materials, id)),
    ),
  );
  const changed = Object.entries(after.nodes).flatMap(([id, node]) => {
    const earlier = ownMember(before.nodes, id);
    const what = earlier ? changesOf(earlier, node, restyled) : [];
    return what.length > 0 ? [{ id, what }] : [];
  });
  return {
    added: Object.keys(after.nodes).filter((id) => !Object.hasOwn(before.nodes, id)),
    removed: Object.keys(before.nodes).filter((id) => !Object.hasOwn(after.nodes, id)),
    changed,
    scene: SCENE_PARTS.filter((part) => !isSameJson(before[part], after[part])),
  };
}

/** What differs between two states of a node; `restyled` are the materials that look another way. */
export function changesOf(a: SceneNode, b: SceneNode, restyled: ReadonlySet<string>): NodeChange[] {
  const isMoved = !isSameJson([a.position, a.rotation, a.scale], [b.position, b.rotation, b.scale]);
  const isRestyled = a.material !== b.material || materialIdsOf(b).some((id) => restyled.has(id));
  const differs: Record<NodeChange, boolean> = {
    kind: a.kind !== b.kind,
    name: a.name !== b.name,
    place: isMoved,
    parent: a.parent !== b.parent,
    order: a.parent === b.parent && a.index !== b.index,
    shown: a.visible !== b.visible,
    locked: a.locked !== b.locked,
    look: isRestyled,
    props: !isSameJson(a.props, b.props),
  };
  return (Object.keys(differs) as NodeChange[]).filter((what) => differs[what]);
}
