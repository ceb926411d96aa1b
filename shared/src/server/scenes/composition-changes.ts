import { MAX_EXTRA, type Privacy, type SceneStatus, type Sharing } from '../../contract/compositions.ts';
import { invalidField } from '../../contract/errors.ts';
import { mergePatch } from '../../domain/merge-patch.ts';
import type { Knex } from '../db/knex.ts';
import { toStorable } from '../db/storable.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { moveScenes } from './bulk-actions.queries.ts';
import { writeComposition } from './compositions.queries.ts';
import { lockProject } from './projects.queries.ts';
import { assertSceneCapacity } from './scene-capacity.ts';
import { createDocument } from './scene-log.queries.ts';
import { ensureTags } from './tags.queries.ts';

/** Location and name of a new scene; a second one with the same `id` is ignored. */
export type NewScene = {
  id?: string;
  accountId: string;
  projectId: string | null;
  name: string;
  userId: string;
};

/**
 * Creates a scene with its first document.
 * @throws CodedError `scenes.limit`, `security.account.overflown_storage`, `request.not-found` for a missing
 * project.
 */
export async function createComposition(
  db: Knex,
  scene: NewScene & { snapshot: Uint8Array },
): Promise<string> {
  const { id } = scene;
  return db.transaction(async (trx) => {
    if (id !== undefined && (await trx('compositions').where({ id }).first('id'))) {
      return id;
    }
    await assertSceneCapacity(trx, scene.accountId, 1);
    return insertComposition(trx, scene, async () => scene.snapshot);
  });
}

/**
 * Inserts a new scene and its first document. Call it after {@link assertSceneCapacity}.
 * @param makeSnapshot - returns the document, once the row of the scene exists, to which its files belong
 * @returns the scene's id.
 */
export async function insertComposition(
  trx: Knex,
  scene: NewScene,
  makeSnapshot: (id: string) => Promise<Uint8Array>,
): Promise<string> {
  const { id = uuidv7(), accountId, projectId, name, userId } = scene;
  await lockProject(trx, accountId, projectId);
  await trx('compositions').insert({
    id,
    account_id: accountId,
    project_id: projectId,
    name,
    created_by: userId,
    updated_by: userId,
  });
  await createDocument(trx, id, await makeSnapshot(id));
  await recordLive(trx, { topic: 'composition', id, type: 'created', accountId });
  if (projectId !== null) {
    await recordLive(trx, { topic: 'project', id: projectId, type: 'updated', accountId });
  }
  return id;
}

/** Changes to a scene's metadata; absent keys stay as they are. */
export type CompositionChange = {
  name?: string;
  description?: string | null;
  privacy?: Privacy;
  password_hash?: string | null;
  extra?: Record<string, unknown> | null;
  status?: SceneStatus;
  sharing?: Partial<Sharing>;
  project_id?: string | null;
  category_id?: string | null;
  tags?: string[];
};

/**
 * Updates a scene's metadata, `extra` member by member; new secrets invalidate all earlier URLs and tokens.
 * Moving or tagging a scene is no edit, and does not change its last edit time.
 * @param target - `mayCreateTags`: whether unknown names become new tags of the workspace
 * @throws CodedError `request.not-found` for a project of another workspace, `security.not-allowed` for a
 * tag, `request.invalid` for too large `extra`.
 */
export async function updateComposition(
  db: Knex,
  target: { id: string; accountId: string; userId: string; endsLinks: boolean; mayCreateTags: boolean },
  change: CompositionChange,
): Promise<void> {
  const { extra, sharing, project_id: projectId, category_id: categoryId, tags, ...plain } = change;
  const { id, accountId } = target;
  const isEdit = extra !== undefined || sharing !== undefined || Object.keys(plain).length > 0;
  await db.transaction(async (trx) => {
    const names = tags && (await ensureTags(trx, accountId, tags, target.mayCreateTags));
    if (projectId !== undefined) {
      await moveScenes(trx, { accountId, ids: [id] }, projectId);
    }
    const columns = {
      ...plain,
      ...(categoryId === undefined ? {} : { category_id: categoryId }),
      ...(names === undefined ? {} : { tags: names }),
      ...(extra === undefined ? {} : { extra: await mergedExtra(trx, id, extra) }),
      ...(isEdit ? { updated_at: trx.fn.now(), updated_by: target.userId } : {}),
    };
    await writeComposition(trx, id, { columns, sharing, endsLinks: target.endsLinks });
    await recordLive(trx, { topic: 'composition', id, type: 'updated', accountId });
  });
}

/** Client data of a scene with a merged change; concurrent changes of different members are both kept. */
async function mergedExtra(
  trx: Knex,
  id: string,
  change: Record<string, unknown> | null,
): Promise<string | null> {
  if (change === null) {
    return null;
  }
  const row = await trx('compositions').where({ id }).forNoKeyUpdate().first('extra');
  const merged = toStorable(mergePatch(row?.extra, change));
  if (merged.length > MAX_EXTRA) {
    throw invalidField('extra', 'extra.limit', { params: { count: MAX_EXTRA } });
  }
  return merged;
}
