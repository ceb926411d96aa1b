import type { Interaction, Motion, SceneDocument } from '../document.ts';
import type { FieldValues } from '../field-values.ts';
import { ownMember } from '../json.ts';
import { rowsInOrder } from '../rows-in-order.ts';

/** The interactions of an event, in order. */
export function interactionsOf(
  { interactions }: Pick<SceneDocument, 'interactions'>,
  event: Interaction['event'],
): (Interaction & { id: string })[] {
  return rowsInOrder(interactions).filter((one) => one.event === event);
}

/** The motions of nodes that exist; of two of one kind the one with the smaller id counts. */
export function motionsOf({
  motions,
  nodes,
}: Pick<SceneDocument, 'motions' | 'nodes'>): (Motion & { node: string })[] {
  const found = new Map<string, Motion & { node: string }>();
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

/** The values of states together; later states override earlier ones, and deleted ones have none. */
export function valuesOfStates(
  { states }: Pick<SceneDocument, 'states'>,
  active: readonly string[],
): FieldValues {
  return Object.assign({}, ...active.map((id) => ownMember(states, id)?.values));
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
