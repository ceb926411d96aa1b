import { idInCopy, isGeneratedId, ownerOf, sourceIdOf } from '@diorama/shared/scene/copies/generated-id.ts';
import { resolveNodeId } from '@diorama/shared/scene/copies/resolve-references.ts';
import type { Interaction, InteractionAction, SceneDocument } from '@diorama/shared/scene/document.ts';
import { parseFieldPath } from '@diorama/shared/scene/field-values.ts';
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

/**
 * Returns a function that finds an action as it is meant beside a node: in its instance, otherwise in the scene. The
 * instances with copies of nodes of a state or timeline are found once.
 * @param copies - generated nodes by source
 */
export function createActionResolver(
  scene: SceneDocument,
  copies: ReadonlyMap<string, readonly string[]>,
): (action: InteractionAction, origin: string | null) => InteractionAction {
  const owners = new Map<string, ReadonlySet<string>>();
  const resolveSetId = (kind: 'state' | 'timeline', id: string, origin: string) => {
    const key = `${kind} ${id}`;
    const around = owners.get(key) ?? ownersOf(pathsOf(scene, kind, id), copies);
    owners.set(key, around);
    for (let owner: string | null = origin; owner !== null; owner = ownerOf(owner)) {
      if (around.has(owner)) {
        return idInCopy(owner, '', id);
      }
    }
    return id;
  };
  return (action, origin) => {
    if (origin === null || !isGeneratedId(origin)) {
      return action;
    }
    if (action.kind === 'state' && action.state !== null) {
      return { ...action, state: resolveSetId('state', action.state, origin) };
    }
    if (action.kind === 'timeline' && action.timeline !== null) {
      return { ...action, timeline: resolveSetId('timeline', action.timeline, origin) };
    }
    const hasNode = action.kind === 'show' || action.kind === 'clip';
    return hasNode && action.node !== null
      ? { ...action, node: resolveNodeId(scene, origin, action.node) }
      : action;
  };
}

function pathsOf(scene: SceneDocument, kind: 'state' | 'timeline', id: string): string[] {
  return kind === 'state'
    ? Object.keys(ownMember(scene.states, id)?.values ?? {})
    : tracksOf(scene, id).map(({ path }) => path);
}

/** The instances that have copies of the nodes of these fields. */
function ownersOf(
  paths: readonly string[],
  copies: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const sources = new Set(
    paths.flatMap((path) => {
      const place = parseFieldPath(path);
      return place?.table === 'nodes' ? [place.id] : [];
    }),
  );
  const generated = [...sources].flatMap((source) => copies.get(source) ?? []);
  return new Set(
    generated.flatMap((copy) => {
      const owner = ownerOf(copy);
      // Copies within repeats have a key.
      return owner !== null && copy === idInCopy(owner, '', sourceIdOf(copy)) ? [owner] : [];
    }),
  );
}
