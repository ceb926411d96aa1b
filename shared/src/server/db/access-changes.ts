import type { Knex } from './knex.ts';

/** Whose rights have changed: who is signed in by that session, a person, all in a scene, all in a workspace's scenes. */
export const ACCESS_KINDS = ['session', 'person', 'scene', 'account'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

type Change = { kind: AccessKind; subject: string };

/** More are told of in several goes. */
const MOST = 1_000;

/** Notes a change that no trigger sees, in the transaction that makes it. */
export async function recordAccessChange(trx: Knex, change: Change): Promise<void> {
  await trx('access_changes').insert(change);
}

/** Changes that gateways have not been told of, the newest first. They stay noted. @returns the ids that each kind names. */
export async function listAccessChanges(db: Knex): Promise<Map<AccessKind, string[]>> {
  const { rows } = await db.raw<{ rows: Change[] }>(
    'select kind, subject from access_changes order by id desc limit ?',
    [MOST],
  );
  return byKind(rows);
}

/** Whether there are changes that gateways have not been told of. */
export async function hasAccessChanges(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>('select 1 from access_changes limit 1');
  return rows.length > 0;
}

/**
 * Takes the changes that are to be told of, leaving out those that another gateway is telling of. They are forgotten
 * when the transaction commits, so tell of them before.
 * @returns the ids that each kind names.
 */
export async function takeAccessChanges(trx: Knex.Transaction): Promise<Map<AccessKind, string[]>> {
  const { rows } = await trx.raw<{ rows: Change[] }>(
    // An array, as a table without statistics would be gone through once an id.
    `delete from access_changes where id = any (array
       (select id from access_changes order by id limit ? for update skip locked)) returning kind, subject`,
    [MOST],
  );
  return byKind(rows);
}

function byKind(rows: readonly Change[]): Map<AccessKind, string[]> {
  const groups = Map.groupBy(rows, ({ kind }) => kind);
  return new Map([...groups].map(([kind, own]) => [kind, [...new Set(own.map(({ subject }) => subject))]]));
}
