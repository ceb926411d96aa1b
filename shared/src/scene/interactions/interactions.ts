import { isRepeated, sourceIdOf } from '../copies/generated-id.ts';
import { copiesBySource, resolveFieldPath } from '../copies/resolve-references.ts';
import type { Interaction, Motion, SceneDocument } from '../document.ts';
import { type FieldValues, valueIn } from '../field-values.ts';
import { isSameJson, ownMember } from '../json.ts';
import { rowsInOrder } from '../rows-in-order.ts';
import { MAX_MOVING_COPIES } from './limits.ts';

/** The interactions of an event, in order. */
export function interactionsOf(
  { interactions }: Pick<SceneDocument, 'interactions'>,
  event: Interaction['event'],
): (Interaction & { id: string })[] {
  return rowsInOrder(interactions).filter((one) => one.event === event);
}

/** The motions of nodes that exist; of two of one kind the one with the smaller id counts. */
export function motionsOf({ motions, nodes }: Pick<SceneDocument, 'motions' | 'nodes'>): NodeMotion[] {
  const found = new Map<string, NodeMotion>();
  for (const id of Object.keys(motions).sort()) {
    const motion = ownMember(motions, id);
    if (motion && motion.node !== null && ownMember(nodes, motion.node)) {
      const key = `${motion.node} ${motion.kind}`;
      found.set(key, found.get(key) ?? { ...motion, node: motion.node });
    }
  }
  return [...found.values()];
}

/** Whether a scene has sounds for its visitors. */
export function hasSounds({ interactions }: Pick<SceneDocument, 'interactions'>): boolean {
  return Object.values(interactions).some(({ actions }) =>
    actions.some((one) => one.kind === 'sound' && one.sound !== null && one.mode !== 'off'),
  );
}

/** A motion of a node, with all shown nodes that it moves. */
export type NodeMotion = Motion & { node: string; moved?: readonly string[] };

/**
 * The motions of a scene and of its generated nodes. A motion of a component's node moves all copies together.
 * Copies that turn to the camera, and those with an override of the moved field, have their own motions.
 * @param shown - the document with generated nodes
 */
export function motionsShown(document: SceneDocument, shown: Pick<SceneDocument, 'nodes'>): NodeMotion[] {
  const motions = motionsOf(document);
  const copiesOf = motions.length > 0 ? copiesBySource(shown) : null;
  return motions.flatMap((motion): NodeMotion[] => {
    const { node, kind } = motion;
    const copies = copiesOf?.get(node) ?? [];
    if (ownMember(shown.nodes, node)) {
      return [{ ...motion, moved: [node, ...copies] }];
    }
    const placeOf = (id: string) =>
      valueIn(document, `nodes/${id}/${kind === 'float' ? 'position' : 'rotation'}`);
    const base = placeOf(node);
    const isOwn = (id: string) => !isRepeated(id) && (kind === 'look' || !isSameJson(placeOf(id), base));
    const own = new Set(copies.filter(isOwn).slice(0, MAX_MOVING_COPIES));
    const moved = kind === 'look' ? [] : copies.filter((id) => !own.has(id));
    return [
      ...(moved.length > 0 ? [{ ...motion, moved }] : []),
      ...[...own].map((id) => ({ ...motion, node: id })),
    ];
  });
}

/**
 * The values of states together; later states override earlier ones, and deleted ones have none.
 * @param active - ids of states, also beside nodes (`resolveSetId`)
 * @param shown - the document with generated nodes
 */
export function valuesOfStates(
  { states, nodes }: Pick<SceneDocument, 'states' | 'nodes'>,
  active: readonly string[],
  shown: Pick<SceneDocument, 'nodes'> = { nodes },
): FieldValues {
  const sets = active.flatMap((id) =>
    Object.entries(ownMember(states, sourceIdOf(id))?.values ?? {}).flatMap(([path, value]) => {
      const placed = resolveFieldPath(shown, id, path);
      return placed === null ? [] : [[placed, value] as const];
    }),
  );
  return Object.fromEntries(sets);
}

/** The active states after going to one; null is the start. */
export function withState(
  active: readonly string[],
  { state, toggles }: { state: string | null; toggles: boolean },
): string[] {
  if (state === null) {
    return [];
  }
  const others = active.filter((id) => id !== state);
  return toggles && active.includes(state) ? others : [...others, state];
}
