import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
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

/** Requests a user's archive, unless one is in progress. */
export async function requestExport(trx: Knex, userId: string): Promise<void> {
  await trx.raw('select 1 from users where id = ? for no key update', [userId]);
  const running = await trx('account_exports')
    .where({ user_id: userId, completed_at: null })
    .whereRaw(`created_at > now() - interval '1 hour'`)
    .first('id');
  if (running) {
    return;
  }
  const id = uuidv7();
  await trx('account_exports').insert({ id, user_id: userId });
  await recordEvent(trx, { name: 'account.export-requested', payload: { exportId: id } });
}

/** User of a pending export; null once it is complete, or the user has left. */
export async function findOpenExport(db: Knex, id: string): Promise<{ userId: string } | null> {
  const row = await db('account_exports as e')
    .join('users as u', 'u.id', 'e.user_id')
    .where({ 'e.id': id, 'e.completed_at': null, 'u.deleted_at': null })
    .first('e.user_id');
  return row ? { userId: row.user_id } : null;
}

/** Records a stored archive and the expiry of its link. */
export async function finishExport(
  trx: Knex,
  done: { id: string; key: string; size: number; tokenHash: Buffer },
): Promise<void> {
  await trx.raw(
    `update account_exports set key = ?, size = ?, token_hash = ?, completed_at = now(), expires_at = now() + interval '7 days'
     where id = ?`,
    [done.key, done.size, done.tokenHash, done.id],
  );
}

/** Archive of a valid link. */
export async function findExport(db: Knex, tokenHash: Buffer): Promise<{ key: string; size: number } | null> {
  const row = await db('account_exports')
    .where({ token_hash: tokenHash })
    .whereRaw('expires_at > now()')
    .first('key', 'size');
  return row ?? null;
}
