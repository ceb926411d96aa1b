import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';

/** A table of an archive: its name and its query. */
const TABLES = {
  workspaces: `select id, name, industry, plan, subscription_status, storage_used, tags, unit, locale, created_at
    from accounts where owner_id = $1 order by created_at`,
  memberships: `select m.account_id, a.name, m.role, m.created_at from account_members m join accounts a on a.id = m.account_id
    where m.user_id = $1 order by m.created_at`,
  projects: `select p.id, p.account_id, p.name, p.created_at from projects p join accounts a on a.id = p.account_id
    where a.owner_id = $1 order by p.created_at`,
  sessions: `select agent, remember, created_at, rotated_at, expires_at, revoked_at from sessions where user_id = $1 order by created_at`,
  referrals: `select r.email, r.created_at, r.joined_at from referrals r where r.referrer_id = $1 order by r.created_at`,
  invitations: `select i.email, i.role, i.subject, i.created_at, i.accepted_at, i.declined_at from invitations i
    where i.created_by = $1 order by i.created_at`,
  orders: `select o.id, o.account_id, o.amount, o.total_amount, o.currency, o.months, o.status, o.created_at
    from orders o join accounts a on a.id = o.account_id where a.owner_id = $1 order by o.created_at`,
  invoices: `select i.number, i.account_id, i.amount, i.currency, i.transaction_id, i.created_at
    from invoices i join accounts a on a.id = i.account_id where a.owner_id = $1 order by i.created_at`,
  'billing-infos': `select b.account_id, b.name, b.email, b.address_line1, b.city, b.state, b.postal_code, b.country, b.legal_id
    from billing_infos b join accounts a on a.id = b.account_id where a.owner_id = $1`,
  files: `select s.id, s.account_id, s.name, s.type, s.size, s.status, s.created_at from assets s
    join accounts a on a.id = s.account_id where a.owner_id = $1 and s.deleted_at is null order by s.created_at`,
} as const;

/** All database rows of a user, by their name in the archive. */
export async function readExportTables(db: Knex, userId: string): Promise<Record<string, unknown>> {
  const profile = await readQuery(
    db,
    'export-profile',
    `select id, name, last_name, email, email_confirmed_at, locale, timezone, type, social_created, utm, created_at, last_login_at
     from users where id = $1`,
    [userId],
  );
  const tables: Record<string, unknown> = { profile: profile[0] ?? null };
  for (const [name, text] of Object.entries(TABLES)) {
    tables[name] = await readQuery(db, `export-table-${name}`, text, [userId]);
  }
  return tables;
}

/** A scene of a user's own workspaces, without its document. */
export type ExportScene = { id: string; name: string };

/** Scenes of a user's own workspaces, in a fixed order. */
export function listExportScenes(db: Knex, userId: string): Promise<ExportScene[]> {
  return readQuery(
    db,
    'export-scenes',
    `select c.id, c.name from compositions c join accounts a on a.id = c.account_id
     where a.owner_id = $1 and c.deleted_at is null order by c.created_at, c.id`,
    [userId],
  );
}

/** Metadata and document of a scene. */
export async function readExportScene(db: Knex, id: string): Promise<Record<string, unknown> | null> {
  const rows = await readQuery<Record<string, unknown>>(
    db,
    'export-scene',
    `select c.id, c.account_id, c.project_id, c.name, c.description, c.privacy, c.status, c.tags, c.extra, c.sharing, c.revision,
       c.created_at, c.updated_at, d.document
     from compositions c left join composition_documents d on d.composition_id = c.id where c.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** An uploaded file, once for each content. */
export type ExportFile = { id: string; name: string; key: string; size: number };

/** Originals in a user's own workspaces, in a fixed order. */
export function listExportFiles(db: Knex, userId: string): Promise<ExportFile[]> {
  return readQuery(
    db,
    'export-files',
    `select distinct on (o.id) s.id, s.name, o.key, o.size from assets s
     join accounts a on a.id = s.account_id join objects o on o.id = s.original_object
     where a.owner_id = $1 and s.deleted_at is null order by o.id, s.created_at`,
    [userId],
  );
}

/**
 * Requests the archive of a user's data, or with `accountId` that of a workspace, unless one is in progress.
 */
export async function requestExport(
  trx: Knex,
  { userId, accountId = null }: { userId: string; accountId?: string | null },
): Promise<void> {
  await trx.raw('select 1 from users where id = ? for no key update', [userId]);
  const running = await trx('account_exports')
    .where({ user_id: userId, account_id: accountId, completed_at: null, failed_at: null })
    .first('id');
  if (running) {
    return;
  }
  const id = uuidv7();
  const waiting = await trx('account_exports')
    .where({ user_id: userId, completed_at: null, failed_at: null })
    .count('id as waiting');
  const turn = Number(waiting[0]?.waiting ?? 0);
  await trx('account_exports').insert({ id, user_id: userId, account_id: accountId });
  await recordEvent(trx, {
    name: 'account.export-requested',
    payload: { exportId: id, ...(turn > 0 && { turn }) },
  });
  await notifyOfExport(trx, accountId);
}

/** A pending export; null once it has ended, the user has left, or the workspace is not theirs any more. */
export async function findOpenExport(
  db: Knex,
  id: string,
): Promise<{ userId: string; accountId: string | null; workspace: string | null } | null> {
  const row = await db('account_exports as e')
    .join('users as u', 'u.id', 'e.user_id')
    .leftJoin('accounts as a', 'a.id', 'e.account_id')
    .where({ 'e.id': id, 'e.completed_at': null, 'e.failed_at': null, 'u.deleted_at': null })
    .andWhere((own) => own.whereNull('e.account_id').orWhereRaw('a.owner_id = e.user_id'))
    .first('e.user_id', 'e.account_id', 'a.name');
  return row ? { userId: row.user_id, accountId: row.account_id, workspace: row.name } : null;
}

/** Bytes that an export will not exceed: twice the used storage, as documents count towards no plan. */
export async function estimateExport(
  db: Knex,
  { userId, accountId }: { userId: string; accountId: string | null },
): Promise<number> {
  const [row] = await db('accounts')
    .where(accountId === null ? { owner_id: userId } : { id: accountId })
    .sum('storage_used as bytes');
  return 2 * Number(row?.bytes ?? 0);
}

/** Records the progress of an export, in per cent. */
export async function recordExportProgress(db: Knex, id: string, progress: number): Promise<void> {
  await db.transaction(async (trx) => {
    const [row] = await trx('account_exports')
      .where({ id })
      .andWhere('progress', '<', progress)
      .update({ progress })
      .returning('account_id');
    await notifyOfExport(trx, row?.account_id ?? null);
  });
}

/** Records a stored archive and the expiry of its link. It replaces the earlier archive. */
export async function finishExport(
  trx: Knex,
  done: { id: string; key: string; size: number; tokenHash: Buffer },
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { user_id: string; account_id: string | null }[] }>(
    `update account_exports set key = ?, size = ?, token_hash = ?, progress = 100, completed_at = now(),
       expires_at = now() + interval '7 days'
     where id = ? returning user_id, account_id`,
    [done.key, done.size, done.tokenHash, done.id],
  );
  const [made] = rows;
  if (made) {
    await trx('account_exports')
      .where({ user_id: made.user_id, account_id: made.account_id })
      .whereNot({ id: done.id })
      .where('expires_at', '>', trx.fn.now())
      .update({ expires_at: trx.fn.now() });
    await notifyOfExport(trx, made.account_id);
  }
}

/** Records that an export failed for good. */
export async function failExport(trx: Knex, id: string): Promise<void> {
  const [row] = await trx('account_exports')
    .where({ id, completed_at: null })
    .update({ failed_at: trx.fn.now() })
    .returning('account_id');
  await notifyOfExport(trx, row?.account_id ?? null);
}

/** An export of a workspace, as its owner sees it. */
export type WorkspaceExportRow = {
  id: string;
  account_id: string;
  progress: number;
  size: number | null;
  created_at: string;
  completed_at: string | null;
  failed_at: string | null;
  expires_at: string | null;
};

/** The latest exports of a workspace, the newest first. */
export async function listWorkspaceExports(db: Knex, accountId: string): Promise<WorkspaceExportRow[]> {
  return db('account_exports')
    .where({ account_id: accountId })
    .andWhere((valid) => valid.whereNull('expires_at').orWhereRaw('expires_at > now()'))
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED_EXPORTS)
    .select('id', 'account_id', 'progress', 'size', 'created_at', 'completed_at', 'failed_at', 'expires_at');
}

/** Exports and imports that a screen lists. */
export const MAX_LISTED_EXPORTS = 10;

/** Archive of a valid link. */
export function findExport(db: Knex, tokenHash: Buffer): Promise<StoredExport | null> {
  return findStoredExport(db, { token_hash: tokenHash });
}

/** Archive of a workspace's export that has not expired. */
export function findExportById(db: Knex, id: string): Promise<StoredExport | null> {
  return findStoredExport(db, { id });
}

type StoredExport = { id: string; key: string; size: number; workspace: string | null };

async function findStoredExport(
  db: Knex,
  which: { token_hash: Buffer } | { id: string },
): Promise<StoredExport | null> {
  const [name, value] = Object.entries(which)[0] ?? [];
  const row = await db('account_exports as e')
    .leftJoin('accounts as a', 'a.id', 'e.account_id')
    .where({ [`e.${name}`]: value })
    .whereRaw('e.expires_at > now()')
    .first('e.id', 'e.key', 'e.size', 'a.name as workspace');
  return row ?? null;
}

async function notifyOfExport(trx: Knex, accountId: string | null): Promise<void> {
  if (accountId !== null) {
    await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
  }
}
