import type { Knex } from '../db/knex.ts';
import { recordLive, recordLives } from '../delivery/live-events.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { lockAccount } from '../storage/storage.queries.ts';
import { watchOverflow } from '../storage/watch-overflow.ts';
import { lockProject } from './projects.queries.ts';
import { requestCardPicture } from './request-output.queries.ts';
import { assertSceneCapacity } from './scene-capacity.ts';
import { ensureTags } from './tags.queries.ts';

/** Scenes of one workspace for a bulk action. */
export type SceneGroup = { accountId: string; ids: readonly string[] };

/**
 * Moves scenes into a project of their workspace, or out of all (`null`).
 * @throws CodedError `request.not-found` for an unknown project, or one of another workspace.
 */
export async function moveScenes(trx: Knex, scenes: SceneGroup, projectId: string | null): Promise<void> {
  await lockProject(trx, scenes.accountId, projectId);
  const { rows } = await trx.raw<{ rows: { id: string; before: string | null }[] }>(
    `update compositions c set project_id = ? from compositions old
     where old.id = c.id and c.id = any (?::uuid[]) and c.project_id is distinct from ? returning c.id, old.project_id as before`,
    [projectId, [...scenes.ids], projectId],
  );
  const touched = [...new Set([projectId, ...rows.map(({ before }) => before)])].filter((id) => id !== null);
  await recordLives(trx, {
    topic: 'composition',
    ids: rows.map(({ id }) => id),
    type: 'updated',
    accountId: scenes.accountId,
  });
  await recordLives(trx, { topic: 'project', ids: touched, type: 'updated', accountId: scenes.accountId });
  await notifyPreviousMembers(trx, rows, projectId);
}

/** Sets the scenes of a project; its other scenes are removed from it. */
export async function fillProject(
  trx: Knex,
  project: { id: string; accountId: string },
  ids: readonly string[],
): Promise<void> {
  const { id, accountId } = project;
  await lockProject(trx, accountId, id);
  const leaving: { id: string }[] = await trx('compositions')
    .where({ project_id: id, deleted_at: null })
    .whereNotIn('id', [...ids])
    .select('id');
  await moveScenes(trx, { accountId, ids: leaving.map((row) => row.id) }, null);
  await moveScenes(trx, { accountId, ids }, id);
}

/** Moves scenes to the trash. */
export async function trashScenes(trx: Knex, { accountId, ids }: SceneGroup): Promise<void> {
  await lockAccount(trx, accountId);
  const trashed: { id: string }[] = await watchOverflow(trx, accountId, () =>
    trx('compositions')
      .whereIn('id', [...ids])
      .andWhere({ deleted_at: null })
      .update({ deleted_at: trx.fn.now() })
      .returning('id'),
  );
  await notifyAll(
    trx,
    accountId,
    'deleted',
    trashed.map(({ id }) => id),
  );
}

/**
 * Restores scenes from the trash, all or none.
 * @throws CodedError `scenes.limit`, `security.account.overflown_storage`.
 */
export async function restoreScenes(trx: Knex, { accountId, ids }: SceneGroup): Promise<void> {
  await assertSceneCapacity(trx, accountId, async () => {
    const { rows } = await trx.raw<{ rows: { count: number }[] }>(
      'select count(*)::int as count from compositions where id = any (?::uuid[]) and deleted_at is not null',
      [[...ids]],
    );
    return rows[0]?.count ?? 0;
  });
  const restored: { id: string }[] = await trx('compositions')
    .whereIn('id', [...ids])
    .whereNotNull('deleted_at')
    .update({ deleted_at: null })
    .returning('id');
  await notifyAll(
    trx,
    accountId,
    'created',
    restored.map(({ id }) => id),
  );
}

/** Adds and removes tags of scenes. @throws CodedError as {@link ensureTags}. */
export async function tagScenes(
  trx: Knex,
  { accountId, ids }: SceneGroup,
  tags: { add: readonly string[]; remove: readonly string[]; mayCreate: boolean },
): Promise<void> {
  const add = await ensureTags(trx, accountId, tags.add, tags.mayCreate);
  const remove = tags.remove.map((name) => name.toLowerCase());
  await trx.raw(
    `update compositions set tags = array(
       select tag from (
         select tag, min(at) as at from unnest(tags || ?::text[]) with ordinality as own (tag, at)
         where not lower(tag) = any (?::text[]) group by tag) as kept order by at limit 50)
     where id = any (?::uuid[])`,
    [add, remove, [...ids]],
  );
  await recordLives(trx, { topic: 'composition', ids, type: 'updated', accountId });
}

/** Sets the category of scenes. */
export async function categoriseScenes(
  trx: Knex,
  { accountId, ids }: SceneGroup,
  categoryId: string | null,
): Promise<void> {
  await trx('compositions')
    .whereIn('id', [...ids])
    .update({ category_id: categoryId });
  await recordLives(trx, { topic: 'composition', ids, type: 'updated', accountId });
}

/** Target of a copy and its name. */
export type CopyTarget = {
  accountId: string;
  projectId: string | null;
  userId: string;
  /** Names a copy after its original: `Copy of Kitchen`. */
  nameOf: (name: string) => string;
};

/** Values that a copy takes from its original. */
type Original = {
  id: string;
  name: string;
  description: string | null;
  category_id: string | null;
  tags: string[];
  extra: Record<string, unknown> | null;
  revision: number;
  thumbnail_object: string | null;
  thumbnail_revision: number | null;
  nodes: number;
  triangles: number;
  tour: string[];
};

/**
 * Duplicates a scene of the same workspace with its document, picture, tags and category; private, as a
 * draft. A taken name gets a number. Requires the workspace's lock.
 * @returns the copy's id, null when the original is gone.
 */
export async function copyScene(trx: Knex, originalId: string, target: CopyTarget): Promise<string | null> {
  const original: Original | undefined = await trx('compositions')
    .where({ id: originalId, deleted_at: null })
    .first();
  if (!original) {
    return null;
  }
  const id = uuidv7();
  const isPictureCurrent =
    original.thumbnail_object !== null && original.thumbnail_revision === original.revision;
  await trx('compositions').insert({
    id,
    account_id: target.accountId,
    project_id: target.projectId,
    name: await freeName(trx, target.accountId, target.nameOf(original.name)),
    description: original.description,
    category_id: original.category_id,
    tags: original.tags,
    extra: original.extra && JSON.stringify(original.extra),
    thumbnail_object: original.thumbnail_object,
    thumbnail_revision: isPictureCurrent ? 0 : null,
    nodes: original.nodes,
    triangles: original.triangles,
    tour: original.tour,
    created_by: target.userId,
    updated_by: target.userId,
  });
  await trx.raw(
    `insert into composition_documents (composition_id, snapshot, document)
     select ?, snapshot, document from composition_documents where composition_id = ?`,
    [id, originalId],
  );
  if (!isPictureCurrent) {
    await requestCardPicture(trx, id);
  }
  await notifyAll(trx, target.accountId, 'created', [id]);
  return id;
}

/** The name, with the first number from 2 on that is free in the workspace: `Copy of Kitchen (2)`. */
export async function freeName(trx: Knex, accountId: string, requestedName: string): Promise<string> {
  const short = requestedName.slice(0, MAX_NAME - NUMBER_LENGTH);
  const taken: { name: string }[] = await trx('compositions')
    .where({ account_id: accountId, deleted_at: null })
    .whereRaw('left(name, ?) = ?', [short.length, short])
    .select('name');
  const names = new Set(taken.map(({ name }) => name));
  if (!names.has(requestedName) && requestedName.length <= MAX_NAME) {
    return requestedName;
  }
  for (let count = 2; ; count += 1) {
    const name = `${short} (${count})`;
    if (!names.has(name)) {
      return name;
    }
  }
}

const MAX_NAME = 200;
/** Characters reserved for the number of a copy with a long name. */
const NUMBER_LENGTH = 8;

async function notifyAll(
  trx: Knex,
  accountId: string,
  type: 'created' | 'updated' | 'deleted',
  ids: readonly string[],
): Promise<void> {
  await recordLives(trx, { topic: 'composition', ids, type, accountId });
}

/** Notifies members of a scene's former project who cannot see it any more. */
async function notifyPreviousMembers(
  trx: Knex,
  moved: readonly { id: string; before: string | null }[],
  projectId: string | null,
): Promise<void> {
  const projects = [...new Set([projectId, ...moved.map(({ before }) => before)])].filter(
    (id) => id !== null,
  );
  const members: { project_id: string; user_id: string }[] = await trx('project_members')
    .whereIn('project_id', projects)
    .select('project_id', 'user_id');
  for (const { id, before } of moved) {
    for (const { user_id: userId } of members.filter((member) => member.project_id === before)) {
      await recordLive(trx, { topic: 'composition', id, type: 'deleted', accountId: null, userId });
    }
  }
}
