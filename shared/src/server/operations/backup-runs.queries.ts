import { LIBRARY_USER_ID } from '../../domain/library.ts';
import { ORDER_STATUS } from '../../domain/order.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';

export type BackupRunKind = 'backup' | 'rehearsal';

/** Contents of a complete backup, or of the restore by a rehearsal. */
export type BackupResult = { takenAt: string; objects: number; bytes: number };

/** Requests the run of a moment, which any number of processes may do: one run results. */
export async function requestBackupRun(trx: Knex, kind: BackupRunKind, dueAt: Date): Promise<void> {
  const id = uuidv7();
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    'insert into backup_runs (id, kind, due_at) values (?, ?, ?) on conflict do nothing returning id',
    [id, kind, dueAt],
  );
  if (rows.length > 0) {
    const name = kind === 'backup' ? 'backup.due' : 'rehearsal.due';
    await recordEvent(trx, { name, payload: { runId: id } });
  }
}

/** Requests a rehearsal of the newest backup, unless one was whole or requested within some days. */
export async function requestDueRehearsal(trx: Knex, everyDays: number): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select 1 from backup_runs where kind = 'rehearsal' and due_at > now() - ? * interval '1 day'
       and (finished_at is null or failure is null)`,
    [everyDays],
  );
  if (rows.length === 0) {
    await requestBackupRun(trx, 'rehearsal', new Date());
  }
}

/** Whether any scheduled backup was whole, wherever it was made. */
export async function hasWholeBackup(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select 1 from backup_runs where kind = 'backup' and taken_at is not null limit 1`,
  );
  return rows.length > 0;
}

/** Records that a run was whole. */
export async function finishBackupRun(trx: Knex, id: string, result: BackupResult): Promise<void> {
  await trx.raw(
    `update backup_runs set finished_at = now(), failure = null, taken_at = ?, objects = ?, bytes = ?
     where id = ?`,
    [result.takenAt, result.objects, result.bytes, id],
  );
}

/** Records why an attempt failed. A run that was whole stays so, as its job may be repeated. */
export async function failBackupRun(db: Knex, id: string, reason: string): Promise<void> {
  await db.raw(
    `update backup_runs set finished_at = now(), failure = ?
     where id = ? and (finished_at is null or failure is not null)`,
    [reason.slice(0, 1_000), id],
  );
}

/** When the first backup was due, or the database was made where none was requested yet. */
export const BACKUPS_SINCE_SQL = `coalesce((select min(due_at) from backup_runs where kind = 'backup'),
  (select min(run_at) from schema_steps))`;

/** When a kind of run was whole for the last time, and why the newest one failed. */
export type BackupState = {
  kind: BackupRunKind;
  whole_at: string | null;
  /** Moment from which one that was never whole is missed. */
  since: string;
  failure: string | null;
  objects: number | null;
  bytes: number | null;
};

/** State of backups and of rehearsals. */
export async function readBackupStates(db: Knex): Promise<BackupState[]> {
  return readQuery<BackupState>(
    db,
    'backup-states',
    `select kind, ${BACKUPS_SINCE_SQL} as since,
       (array_agg(finished_at order by due_at desc) filter (where finished_at is not null and failure is null))[1] as whole_at,
       (array_agg(failure order by due_at desc))[1] as failure,
       (array_agg(objects order by due_at desc) filter (where objects is not null))[1] as objects,
       (array_agg(bytes order by due_at desc) filter (where bytes is not null))[1]::float8 as bytes
     from (values ('backup'), ('rehearsal')) kinds (kind)
       left join (select * from backup_runs order by due_at desc limit 200) newest using (kind)
     group by kind`,
    [],
  );
}

/**
 * Targets of a rehearsal: the newest scene, published scene with its GLB, order and file; null for none. Rows of objects
 * that the backup lacks were removed, so that `key` is empty for such a GLB.
 */
export type RehearsalTargets = {
  scene: { id: string; ownerId: string } | null;
  publicScene: { id: string; key: string; sha256: string } | null;
  order: { id: string; ownerId: string; isPaid: boolean; invoiceId: string | null } | null;
  file: { assetId: string; ownerId: string; key: string; sha256: string } | null;
};

/** Gives the owners of what a rehearsal opens the password of another user, in a database that is thrown away. */
export async function copyPassword(db: Knex, sourceEmail: string, userIds: string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { email: string }[] }>(
    `update users set password_hash = (select password_hash from users where email = ?)
     where id = any (?::uuid[]) returning email`,
    [sourceEmail, userIds],
  );
  return rows.map(({ email }) => email);
}

/** Chooses what a rehearsal opens in a restored database. A workspace over its quota cannot edit. */
export async function findRehearsalTargets(db: Knex): Promise<RehearsalTargets> {
  const open = `a.is_active and u.deleted_at is null and u.id <> '${LIBRARY_USER_ID}'`;
  const first = async <Row>(text: string): Promise<Row | null> => {
    const { rows } = await db.raw<{ rows: Row[] }>(text);
    return rows[0] ?? null;
  };
  return {
    scene: await first(
      `select c.id, a.owner_id as "ownerId" from compositions c join accounts a on a.id = c.account_id
       join users u on u.id = a.owner_id
       where c.deleted_at is null and ${open} and a.overflown_since is null
       order by c.updated_at desc limit 1`,
    ),
    publicScene: await first(
      `select c.id, coalesce(g.key, '') as key, coalesce(encode(g.sha256, 'hex'), '') as sha256
       from compositions c join accounts a on a.id = c.account_id join users u on u.id = a.owner_id
       join scene_outputs o on o.id = c.published_output_id left join objects g on g.id = o.glb_object
       where c.status = 'published' and c.privacy = 'public' and c.deleted_at is null and o.status = 'completed'
         and coalesce((c.sharing ->> 'expiresAt')::timestamptz > now(), true) and ${open}
         and coalesce(a.overflown_since > now() - interval '1 year', true)
       order by c.updated_at desc limit 1`,
    ),
    order: await first(
      `select o.id, a.owner_id as "ownerId", o.status = ${ORDER_STATUS.paid} as "isPaid", i.id as "invoiceId"
       from orders o left join invoices i on i.order_id = o.id join accounts a on a.id = o.account_id
       join users u on u.id = a.owner_id where ${open} order by o.created_at desc limit 1`,
    ),
    file: await first(
      `select s.id as "assetId", a.owner_id as "ownerId", o.key, encode(o.sha256, 'hex') as sha256
       from assets s join objects o on o.id = s.original_object join accounts a on a.id = s.account_id
       join users u on u.id = a.owner_id
       where s.deleted_at is null and ${open} order by s.created_at desc limit 1`,
    ),
  };
}
