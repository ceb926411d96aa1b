import type * as Y from 'yjs';
import { idBeside } from '../copies/beside.ts';
import { sourceIdOf } from '../copies/generated-id.ts';
import { TABLE_LIMITS } from '../defaults.ts';
import type { Interaction, Motion, SceneDocument } from '../document.ts';
import { ownMember } from '../json.ts';
import { newSceneId } from '../scene-id.ts';
import { putRow, readDocument, sceneRoots } from '../ydoc.ts';
import { isPossible, renamedInteraction } from './interaction-names.ts';

type Rows<Row> = Readonly<Record<string, Row>> | readonly Row[];

/** Interactions and motions of nodes. */
export type Reactions = { interactions: Interaction[]; motions: Motion[] };

/**
 * The interactions and motions of nodes, under the names of their copies.
 * @param shown - the document with generated nodes, which have those of their sources
 * @param named - copy id by original id
 */
export function reactionsOf(
  shown: Pick<SceneDocument, 'nodes'> & { interactions: Rows<Interaction>; motions: Rows<Motion> },
  named: ReadonlyMap<string, string>,
): Reactions {
  const copiesOf = Map.groupBy(named.keys(), sourceIdOf);
  const copyRows = <Row extends { node: string | null }>(
    rows: Rows<Row>,
    rename: (row: Row, nameOf: (id: string | null) => string | null) => Row,
  ) =>
    Object.values(rows).flatMap((row) =>
      (copiesOf.get(row.node ?? '') ?? []).map((original) => {
        const nameOf = (id: string | null) => id && (named.get(idBeside(shown, original, id)) ?? id);
        return rename({ ...row, node: named.get(original) ?? null }, nameOf);
      }),
    );
  return {
    interactions: copyRows(shown.interactions, ({ node, ...row }, nameOf) => ({
      ...renamedInteraction({ ...row, node: null }, (id, table) => (table === 'nodes' ? nameOf(id) : id)),
      node,
    })),
    motions: copyRows(shown.motions, (row) => row),
  };
}

/**
 * Adds interactions and motions of nodes in the scene, as far as the tables have room. Actions for rows of another scene
 * are left out, and so are interactions without any other action.
 */
export function addReactions(ydoc: Y.Doc, { interactions, motions }: Reactions): void {
  if (interactions.length + motions.length === 0) {
    return;
  }
  const roots = sceneRoots(ydoc);
  const document = readDocument(ydoc);
  const isNode = ({ node }: { node: string | null }) => node !== null && ownMember(document.nodes, node);
  const room = (table: 'interactions' | 'motions') => TABLE_LIMITS[table] - roots[table].size;
  const added = interactions.filter(isNode).flatMap((row) => {
    const actions = row.actions.filter((action) => isPossible(document, action));
    return actions.length > 0 || row.actions.length === 0 ? [{ ...row, actions }] : [];
  });
  for (const row of added.slice(0, room('interactions'))) {
    putRow('interactions', roots.interactions, newSceneId(), row);
  }
  for (const row of motions.filter(isNode).slice(0, room('motions'))) {
    putRow('motions', roots.motions, newSceneId(), row);
  }
}
