import type { JobSubjectKind } from '../../contract/failed-jobs.ts';
import type { Knex } from '../db/knex.ts';

/** Row that a job works on, with its scene and workspace. */
export type JobSubject = {
  kind: JobSubjectKind;
  id: string;
  name: string | null;
  status: string | null;
  scene_id: string | null;
  scene_name: string | null;
  account_id: string | null;
  account_name: string | null;
  owner_email: string | null;
  /** Number of scenes that show it. */
  scenes: number;
};

/**
 * Statement of the row that an id in a payload names: `id`, `name`, `status`, `composition_id`, `account_id`. The most
 * particular ids come first.
 */
const SOURCES: Readonly<Record<string, { kind: JobSubjectKind; sql: string }>> = {
  assetId: { kind: 'file', sql: 'select id, name, status, composition_id, account_id from assets' },
  outputId: { kind: 'publication', sql: inScene('scene_outputs', 'own.status') },
  versionId: { kind: 'version', sql: inScene('scene_versions', 'null') },
  reimagineId: { kind: 'reimagine', sql: inScene('reimagines', 'own.status') },
  refundId: {
    kind: 'refund',
    sql: `select r.id, null as name, r.status, null::uuid as composition_id, o.account_id
      from refunds r join orders o on o.id = r.order_id`,
  },
  orderId: { kind: 'order', sql: ofWorkspace('orders', 'null') },
  invoiceId: { kind: 'invoice', sql: ofWorkspace('invoices', 'number') },
  emailId: {
    kind: 'mail',
    sql: 'select id, recipient as name, template as status, null::uuid as composition_id, null::uuid as account_id from emails',
  },
  exportId: { kind: 'export', sql: ofWorkspace('account_exports', 'null') },
  importId: { kind: 'import', sql: ofWorkspace('workspace_imports', 'name') },
  compositionId: {
    kind: 'scene',
    sql: 'select id, name, status, id as composition_id, account_id from compositions',
  },
  accountId: {
    kind: 'workspace',
    sql: 'select id, name, null as status, null::uuid as composition_id, id as account_id from accounts',
  },
  userId: {
    kind: 'user',
    sql: 'select id, email as name, null as status, null::uuid as composition_id, null::uuid as account_id from users',
  },
};

function inScene(table: string, status: string): string {
  return `select own.id, null as name, ${status} as status, own.composition_id, c.account_id
    from ${table} own join compositions c on c.id = own.composition_id`;
}

function ofWorkspace(table: string, name: string): string {
  return `select id, ${name} as name, null as status, null::uuid as composition_id, account_id from ${table}`;
}

/** Finds what a job with this payload works on; null where it names no row, or the row is gone. */
export async function findJobSubject(db: Knex, payload: unknown): Promise<JobSubject | null> {
  const ids = new Map(Object.entries(payload ?? {}));
  for (const [key, { kind, sql }] of Object.entries(SOURCES)) {
    const id = ids.get(key);
    if (typeof id === 'string') {
      const { rows } = await db.raw<{ rows: Omit<JobSubject, 'kind'>[] }>(
        `select s.id, s.name, s.status, c.id as scene_id, c.name as scene_name, a.id as account_id,
           a.name as account_name, u.email as owner_email,
           (select count(distinct used.composition_id) from composition_assets used where used.asset_id = s.id)::int as scenes
         from (${sql}) s left join compositions c on c.id = s.composition_id
           left join accounts a on a.id = s.account_id left join users u on u.id = a.owner_id
         where s.id = ?::uuid`,
        [id],
      );
      return rows[0] ? { kind, ...rows[0] } : null;
    }
  }
  return null;
}
