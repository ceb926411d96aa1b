import type { Knex } from '../db/knex.ts';

/**
 * Scopes of changed access rights: a session, a user, everyone in a scene, everyone in a workspace's scenes.
 */
export const ACCESS_KINDS = ['session', 'person', 'scene', 'account'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

type Change = { kind: AccessKind; subject: string };

/** Maximum number of changes per notification; more are sent in several. */
const MAX = 1_000;

/** Records a change without a trigger, in the transaction of the change. */
export async function recordAccessChange(trx: Knex, change: Change): Promise<void> {
  await trx('access_changes').insert(change);
}

/** Pending access changes, the newest first; they stay pending. @returns the ids by kind. */
export async function listAccessChanges(db: Knex): Promise<Map<AccessKind, string[]>> {
  const { rows } = await db.raw<{ rows: Change[] }>(
    'select kind, subject from access_changes order by id desc limit ?',
    [MAX],
  );
  return byKind(rows);
}

/** Whether access changes are pending. */
export async function hasAccessChanges(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>('select 1 from access_changes limit 1');
  return rows.length > 0;
}

/**
 * Takes pending access changes, except those locked by another gateway. They are deleted when the transaction
 * commits, so notify before the commit.
 * @returns the ids by kind.
 */
export async function claimAccessChanges(trx: Knex.Transaction): Promise<Map<AccessKind, string[]>> {
  const { rows } = await trx.raw<{ rows: Change[] }>(
    // An array, as a table without statistics would be scanned once per id.
    `delete from access_changes where id = any (array
       (select id from access_changes order by id limit ? for update skip locked)) returning kind, subject`,
    [MAX],
  );
  return byKind(rows);
}

function byKind(rows: readonly Change[]): Map<AccessKind, string[]> {
  const groups = Map.groupBy(rows, ({ kind }) => kind);
  return new Map([...groups].map(([kind, own]) => [kind, [...new Set(own.map(({ subject }) => subject))]]));
}
