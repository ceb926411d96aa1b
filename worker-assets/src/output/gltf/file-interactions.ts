import { idBeside, setBeside } from '@diorama/shared/scene/copies/beside.ts';
import { isGeneratedId } from '@diorama/shared/scene/copies/generated-id.ts';
import type { Interaction, InteractionAction, SceneDocument } from '@diorama/shared/scene/document.ts';
import { tracksOf } from '@diorama/shared/scene/interactions/timelines.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { rowsInOrder } from '@diorama/shared/scene/rows-in-order.ts';

const VISIBLE_FIELD = /^nodes\/(.+)\/visible$/;

/** Interactions that a file can hold: scroll positions and tours belong to pages. */
export function interactionsOfFiles({ interactions }: SceneDocument): (Interaction & { id: string })[] {
  return rowsInOrder(interactions).filter(({ event }) => event !== 'scroll' && event !== 'annotation');
}

/** Nodes that the interactions of a file can show; nodes of components stand for their copies. */
export function nodesShownLater(scene: SceneDocument): ReadonlySet<string> {
  const shown = new Set<string>();
  const actions = interactionsOfFiles(scene).flatMap((interaction) => interaction.actions);
  for (const action of actions) {
    if (action.kind === 'show' && action.mode !== 'off' && action.node !== null) {
      shown.add(action.node);
    }
    if (action.kind === 'state') {
      for (const [path, value] of Object.entries(ownMember(scene.states, action.state ?? '')?.values ?? {})) {
        const [, id] = VISIBLE_FIELD.exec(path) ?? [];
        if (id !== undefined && value === true) {
          shown.add(id);
        }
      }
    }
  }
  return shown;
}

/** An action as it is meant beside a node: in its instance, otherwise in the scene. */
export function besideOf(
  scene: SceneDocument,
  action: InteractionAction,
  beside: string | null,
): InteractionAction {
  if (beside === null || !isGeneratedId(beside)) {
    return action;
  }
  if (action.kind === 'state' && action.state !== null) {
    const paths = Object.keys(ownMember(scene.states, action.state)?.values ?? {});
    return { ...action, state: setBeside(scene, beside, { id: action.state, paths }) };
  }
  if (action.kind === 'timeline' && action.timeline !== null) {
    const paths = tracksOf(scene, action.timeline).map(({ path }) => path);
    return { ...action, timeline: setBeside(scene, beside, { id: action.timeline, paths }) };
  }
  const hasNode = action.kind === 'show' || action.kind === 'clip';
  return hasNode && action.node !== null ? { ...action, node: idBeside(scene, beside, action.node) } : action;
}
