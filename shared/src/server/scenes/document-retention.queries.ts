import { KEPT, type PlanName } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { transact } from '../db/transaction.ts';
import { eraseScenes } from './erase-scenes.queries.ts';

/**
 * Stored bytes of a scene `c`: its document, its versions, the sources of its outputs, and unmerged edits.
 */
const PARTS = {
  documents: `coalesce((select pg_column_size(d.snapshot) + pg_column_size(d.document) from composition_documents d
    where d.composition_id = c.id), 0)`,
  versions: `coalesce((select sum(pg_column_size(v.document)) from scene_versions v where v.composition_id = c.id), 0)`,
  outputs: `coalesce((select sum(pg_column_size(o.document)) from scene_outputs o where o.composition_id = c.id), 0)`,
  edits: `coalesce((select sum(pg_column_size(u.bytes)) from composition_updates u where u.composition_id = c.id), 0)`,
} as const;
const ALL_PARTS = Object.values(PARTS).join(' + ');

/** Stored bytes of the documents of a workspace. */
export type DocumentBytes = { scenes: number; versions: number; edits: number; trash: number };

/**
 * Measures the documents of a workspace, along the indexes of live and of trashed scenes. Versions and edits
 * of trashed scenes count only as trash.
 */
export async function measureDocuments(db: Knex, accountId: string): Promise<DocumentBytes> {
  const { rows } = await db.raw<{ rows: DocumentBytes[] }>(
    `select coalesce(sum(documents + outputs) filter (where is_live), 0)::bigint as scenes,
       coalesce(sum(versions) filter (where is_live), 0)::bigint as versions,
       coalesce(sum(edits) filter (where is_live), 0)::bigint as edits,
       coalesce(sum(documents + outputs + versions + edits) filter (where not is_live), 0)::bigint as trash
     from (select c.deleted_at is null as is_live,
         ${Object.entries(PARTS)
           .map(([name, size]) => `${size} as ${name}`)
           .join(', ')}
       from (select id, deleted_at from compositions where account_id = :account and deleted_at is null
         union all select id, deleted_at from compositions where account_id = :account and deleted_at is not null) c) sizes`,
    { account: accountId },
  );
  return rows[0] ?? { scenes: 0, versions: 0, edits: 0, trash: 0 };
}

/**
 * Erases the oldest scenes in a workspace's trash beyond the number and bytes of its plan. The newest stays
 * at any size. Call it after the transaction that trashed scenes, as it locks their files before the
 * workspace.
 * @returns the number of erased scenes.
 */
export async function trimTrash(db: Knex, accountId: string): Promise<number> {
  return transact(db, async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `with limits (plan, scenes, bytes) as (values ${LIMITS}),
       ranked as (
         select c.id, c.account_id, row_number() over newest as place,
           sum(${ALL_PARTS}) over (newest rows unbounded preceding) as bytes
         from compositions c where c.account_id = :account and c.deleted_at is not null
         window newest as (order by c.deleted_at desc, c.id))
       select r.id from ranked r join accounts a on a.id = r.account_id join limits l on l.plan = a.plan
       where r.place > l.scenes or (r.place > 1 and r.bytes > l.bytes)`,
      { account: accountId },
    );
    const ids = rows.map(({ id }) => id);
    await eraseScenes(trx, ids);
    return ids.length;
  });
}

const LIMITS = Object.entries(KEPT)
  .map(([plan, { trashedScenes, trashBytes }]) => `('${plan}', ${trashedScenes}, ${trashBytes}::bigint)`)
  .join(', ');

/** Maximum bytes for the versions of one scene. */
export async function findVersionCapacity(trx: Knex, compositionId: string): Promise<number> {
  const row: { plan: PlanName } | undefined = await trx('compositions as c')
    .join('accounts as a', 'a.id', 'c.account_id')
    .where('c.id', compositionId)
    .first('a.plan');
  return KEPT[row?.plan ?? 'free'].versionBytes;
}
