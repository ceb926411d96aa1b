import type { Interaction, InteractionAction, SceneDocument } from '../document.ts';
import { ownMember } from '../json.ts';

/** Tables whose rows interactions name. */
type Named = 'nodes' | 'states' | 'timelines' | 'choices';

/** An interaction with other ids of all that it names. */
export function renamedInteraction(
  row: Interaction,
  rename: (id: string | null, table: Named) => string | null,
): Interaction {
  return {
    ...row,
    node: rename(row.node, 'nodes'),
    annotation: rename(row.annotation, 'nodes'),
    actions: row.actions.map((one) => {
      switch (one.kind) {
        case 'state':
          return { ...one, state: rename(one.state, 'states') };
        case 'timeline':
          return { ...one, timeline: rename(one.timeline, 'timelines') };
        case 'choice':
          return { ...one, choice: rename(one.choice, 'choices') };
        default:
          return 'node' in one ? { ...one, node: rename(one.node, 'nodes') } : one;
      }
    }),
  };
}

/** Whether a scene has the row that an action names, if it names one. */
export function isPossible(document: Pick<SceneDocument, Named>, action: InteractionAction): boolean {
  const isIn = (table: Named, id: string | null) =>
    id === null || ownMember<unknown>(document[table], id) !== undefined;
  switch (action.kind) {
    case 'state':
      return isIn('states', action.state);
    case 'timeline':
      return isIn('timelines', action.timeline);
    case 'choice':
      return isIn('choices', action.choice);
    default:
      return !('node' in action) || isIn('nodes', action.node);
  }
}
