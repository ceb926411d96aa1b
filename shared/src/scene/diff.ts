import type { SceneDocument, SceneNode } from './document.ts';
import { isSameJson, ownMember } from './json.ts';
import { materialIdsOf } from './nodes/kinds.ts';

/** Kinds of differences of a node between two documents. */
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

/** Parts of a scene besides its nodes and materials. */
export const SCENE_PARTS = [
  'environment',
  'effects',
  'camera',
  'tour',
  'unit',
  'options',
  'interactions',
  'timelines',
  'translations',
] as const;
export type ScenePart = (typeof SCENE_PARTS)[number];

/** Members of a part, such as options with their choices, and timelines with their keys. */
export function partOf(document: SceneDocument, part: ScenePart): Partial<SceneDocument> {
  const { options, choices, states, interactions, motions, timelines, keys } = document;
  switch (part) {
    case 'options':
      return { options, choices };
    case 'interactions':
      return { states, interactions, motions };
    case 'timelines':
      return { timelines, keys };
    default:
      return { [part]: document[part] };
  }
}

/** Differences between two documents; node ids are in the order of their document. */
export type SceneDiff = {
  added: string[];
  removed: string[];
  changed: { id: string; what: NodeChange[] }[];
  /** Changed parts of the scene. */
  scene: ScenePart[];
};

/** Compares two documents. A change of a material counts as a change of every node that uses it. */
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
    scene: SCENE_PARTS.filter((part) => !isSameJson(partOf(before, part), partOf(after, part))),
  };
}

/** Differences between two states of a node; `restyled` contains the ids of changed materials. */
export function changesOf(a: SceneNode, b: SceneNode, restyled: ReadonlySet<string>): NodeChange[] {
  const isMoved = !isSameJson([a.position, a.rotation, a.scale], [b.position, b.rotation, b.scale]);
  const isRestyled = a.material !== b.material || materialIdsOf(b).some((id) => restyled.has(id));
  const differs: Record<NodeChange, boolean> = {
    kind: a.kind !== b.kind,
    name: a.name !== b.name || a.description !== b.description,
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
