import { CodedError, existing, invalidField } from '../../contract/errors.ts';
import { MAX_TAGS } from '../../contract/tags.ts';
import { TAG_COLORS, type TagColor } from '../../domain/tag-colors.ts';
import type { Knex } from '../db/knex.ts';
import { isUniqueViolation } from '../db/transaction.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';

/** A tag with the number of its scenes. */
export type TagRow = {
  id: string;
  account_id: string;
  name: string;
  color: TagColor;
  created_at: string;
  compositions: number;
};

const COLUMNS = 't.id, t.account_id, t.name, t.color, t.created_at';

/** The tags of a workspace, by name. */
export async function listTags(db: Knex, accountId: string): Promise<TagRow[]> {
  // The scenes are scanned once, not once per tag.
  const { rows } = await db.raw<{ rows: TagRow[] }>(
    `with used as (
       select tag.name, count(*)::int as number from compositions c cross join unnest(c.tags) as tag (name)
       where c.account_id = :account and c.deleted_at is null group by tag.name)
     select ${COLUMNS}, coalesce(used.number, 0) as compositions from tags t left join used on used.name = t.name
     where t.account_id = :account order by t.name collate natural_order, t.id`,
    { account: accountId },
  );
  return rows;
}

/** One tag. */
export async function findTag(db: Knex, id: string): Promise<TagRow | null> {
  const { rows } = await db.raw<{ rows: TagRow[] }>(
    `select ${COLUMNS}, (select count(*) from compositions c
       where c.account_id = t.account_id and c.deleted_at is null and c.tags @> array[t.name])::int as compositions
     from tags t where t.id = ?`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Creates a tag; the default colour is the next in turn.
 * @throws CodedError `tag.exists`, `request.invalid` beyond the maximum number of a workspace.
 */
export async function createTag(
  db: Knex,
  tag: { accountId: string; name: string; color: TagColor | undefined },
): Promise<string> {
  return db.transaction(async (trx) => {
    const [made] = await insertTags(trx, tag.accountId, [tag]);
    if (!made) {
      throw tagExists();
    }
    await notifyWorkspace(trx, tag.accountId);
    return made.id;
  });
}

/**
 * Changes the name or colour of a tag; its scenes follow.
 * @throws CodedError `tag.exists`, `request.not-found` when it was deleted meanwhile.
 */
export async function updateTag(
  db: Knex,
  id: string,
  change: { name?: string | undefined; color?: TagColor | undefined },
): Promise<void> {
  await db.transaction(async (trx) => {
    const before = existing(await trx('tags').where({ id }).forUpdate().first('account_id', 'name'));
    try {
      await trx('tags')
        .where({ id })
        .update({
          id,
          ...(change.color && { color: change.color }),
          ...(change.name !== undefined && { name: change.name, name_key: tagKey(change.name) }),
        });
    } catch (error) {
      throw isUniqueViolation(error) ? tagExists() : error;
    }
    if (change.name !== undefined && change.name !== before.name) {
      await trx.raw(
        `update compositions set tags = array_replace(tags, ?, ?) where account_id = ? and tags @> array[?]`,
        [before.name, change.name, before.account_id, before.name],
      );
    }
    await notifyWorkspace(trx, before.account_id);
  });
}

/** Deletes a tag and removes it from every scene. */
export async function deleteTag(db: Knex, id: string): Promise<void> {
  await db.transaction(async (trx) => {
    // The row is deleted first, as this waits for concurrent assignments, which lock it.
    const [gone] = await trx('tags').where({ id }).delete().returning(['account_id', 'name']);
    if (!gone) {
      return;
    }
    await trx.raw(
      'update compositions set tags = array_remove(tags, ?) where account_id = ? and tags @> array[?]',
      [gone.name, gone.account_id, gone.name],
    );
    await notifyWorkspace(trx, gone.account_id);
  });
}

/**
 * The tags of these names in the workspace's spelling, once each and locked until the transaction ends.
 * Missing ones are created, if the user may.
 * @throws CodedError `security.not-allowed` for a new name by a user who may only use existing tags.
 */
export async function ensureTags(
  trx: Knex,
  accountId: string,
  names: readonly string[],
  mayCreate: boolean,
): Promise<string[]> {
  // The first of two spellings counts.
  const wanted = new Map<string, string>();
  for (const name of names) {
    wanted.set(tagKey(name), wanted.get(tagKey(name)) ?? name);
  }
  const find = async () =>
    new Map(
      (
        await trx('tags')
          .where({ account_id: accountId })
          .whereIn('name_key', [...wanted.keys()])
          .orderBy('id')
          .forShare()
          .select('name_key', 'name')
      ).map((row: { name_key: string; name: string }) => [row.name_key, row.name] as const),
    );
  let known = await find();
  const missing = [...wanted].filter(([key]) => !known.has(key)).map(([, name]) => ({ name }));
  if (missing.length > 0) {
    if (!mayCreate) {
      throw new CodedError('security.not-allowed');
    }
    await insertTags(trx, accountId, missing);
    await notifyWorkspace(trx, accountId);
    known = await find();
  }
  return [...wanted.keys()].flatMap((key) => known.get(key) ?? []);
}

/** Sets the tags of a workspace: new ones are created, unnamed ones are deleted. */
export async function replaceTags(trx: Knex, accountId: string, names: readonly string[]): Promise<void> {
  const keep = await ensureTags(trx, accountId, names, true);
  const gone: { id: string }[] = await trx('tags')
    .where({ account_id: accountId })
    .whereNotIn('name', keep)
    .select('id');
  for (const { id } of gone) {
    await deleteTag(trx, id);
  }
}

/** Adds the tags of an archive that the workspace does not have. */
export async function importTags(
  trx: Knex,
  accountId: string,
  tags: readonly { name: string; color: TagColor }[],
): Promise<void> {
  const rows: { name_key: string }[] = await trx('tags').where({ account_id: accountId }).select('name_key');
  const known = new Set(rows.map((row) => row.name_key));
  const missing = [...new Map(tags.map((tag) => [tagKey(tag.name), tag]))].filter(([key]) => !known.has(key));
  if (missing.length > 0) {
    await insertTags(
      trx,
      accountId,
      missing.map(([, tag]) => tag),
    );
    await notifyWorkspace(trx, accountId);
  }
}

/** Inserts those of the tags whose names are new. */
async function insertTags(
  trx: Knex,
  accountId: string,
  tags: readonly { name: string; color?: TagColor | undefined }[],
): Promise<{ id: string; name: string }[]> {
  const row = await trx('tags')
    .where({ account_id: accountId })
    .count<{ count: number }>('id as count')
    .first();
  const count = Number(row?.count ?? 0);
  if (count + tags.length > MAX_TAGS) {
    throw invalidField('name', 'tag.limit', { params: { count: MAX_TAGS } });
  }
  return trx('tags')
    .insert(
      tags.map(({ name, color }, at) => ({
        id: uuidv7(),
        account_id: accountId,
        name,
        name_key: tagKey(name),
        color: color ?? TAG_COLORS[(count + at) % TAG_COLORS.length],
      })),
    )
    .onConflict(['account_id', 'name_key'])
    .ignore()
    .returning(['id', 'name']);
}

/** Key that equal tag names share. */
function tagKey(name: string): string {
  return name.toLowerCase();
}

function tagExists(): CodedError {
  return new CodedError('tag.exists', { violations: [{ propertyPath: 'name', code: 'tag.exists' }] });
}

/** Publishes a change of the workspace, as its response contains its tags. */
async function notifyWorkspace(trx: Knex, accountId: string): Promise<void> {
  await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
}
