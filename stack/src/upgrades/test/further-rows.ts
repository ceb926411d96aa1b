import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';

type Row = Record<string, unknown>;

/** Rows by the name of their table, in the order of their references. */
type Rows = Record<string, Row>;

/** Tables of later migrations, whose rows a dump of an earlier one leaves out. */
const LATER = ['workspace_imports', 'option_outputs', 'library_versions'];

const SOON = '2090-01-01T00:00:00Z';
const DAY = '2026-01-02';
const hash = (text: string) => Buffer.from(text.padEnd(32, '.'));

/**
 * Adds a row to every table that the other sample data leave empty. Tables that the schema does not have yet are
 * skipped.
 */
export async function insertFurtherRows(db: Knex): Promise<void> {
  const ids = await findIds(db);
  const groups = [rowsOfPeople, rowsOfWorkspace, rowsOfScene, rowsOfLibrary, rowsOfBilling, rowsOfJobs];
  for (const group of groups) {
    for (const [table, row] of Object.entries(group(ids))) {
      if (!LATER.includes(table) || (await db.schema.hasTable(table))) {
        await db(table).insert(row);
      }
    }
  }
  // The refund.
  await db('orders').where({ id: ids.order }).update({ refunded: 100 });
}

/** Ids of the rows that others refer to. */
async function findIds(db: Knex) {
  const account = await db('accounts').where({ is_library: false }).first('id', 'owner_id');
  const scene = await db('compositions').first('id', 'published_output_id', 'project_id');
  const [owner, guest] = [account?.owner_id, (await db('users').where({ name: 'Gus' }).first('id'))?.id];
  const thread = await db('comments').whereNull('parent_id').first('id');
  const object = await db('objects').first('id');
  const order = await db('orders').first('id');
  return {
    account: account?.id,
    scene: scene?.id,
    output: scene?.published_output_id,
    project: scene?.project_id,
    thread: thread?.id,
    object: object?.id,
    order: order?.id,
    ...{ owner, guest },
    session: uuidv7(),
    item: uuidv7(),
    discount: uuidv7(),
  };
}
type Ids = Awaited<ReturnType<typeof findIds>>;

function rowsOfPeople({ owner, guest, session, account }: Ids): Rows {
  const user_id = owner;
  return {
    sessions: { id: session, user_id, current_hash: hash('session'), remember: true, expires_at: SOON },
    password_resets: { token_hash: hash('reset'), user_id, expires_at: SOON },
    live_tickets: { token_hash: hash('ticket'), user_id, session_id: session, expires_at: SOON },
    email_confirmations: {
      ...{ token_hash: hash('confirmation'), user_id, email: 'new@upgrade.test' },
      ...{ purpose: 'change', expires_at: SOON },
    },
    account_exports: { id: uuidv7(), user_id },
    emails: {
      ...{ id: uuidv7(), recipient: 'guest@upgrade.test', template: 'password-changed', locale: 'en' },
      ...{ props: '{"name":"Gus"}', sent_at: DAY },
    },
    idempotency_keys: { user_id, route: 'POST /api/projects', key: 'first', body_hash: hash('body') },
    referrals: { id: uuidv7(), account_id: account, referrer_id: owner, email: 'friend@upgrade.test' },
    pending_credits: { user_id: guest, referrer_id: owner, network_hash: hash('network') },
    referral_credits: { mailbox_hash: hash('mailbox'), account_id: account, joined_at: DAY },
  };
}

function rowsOfWorkspace({ account, owner, guest, project, scene }: Ids): Rows {
  const ofAccount = { account_id: account };
  return {
    project_members: { project_id: project, user_id: guest, role: 1 },
    composition_members: { composition_id: scene, user_id: guest, role: 0 },
    invitations: {
      ...{ id: uuidv7(), ...ofAccount, email: 'invited@upgrade.test', role: 2, subject: 'accounts' },
      ...{ entity_ids: [account], created_by: owner, expires_at: SOON },
    },
    storage_corrections: { ...ofAccount, corrected: 12 },
    workspace_imports: {
      ...{ id: uuidv7(), ...ofAccount, user_id: owner, name: 'archive.zip', size: 1_000 },
      ...{ status: 'completed', progress: 100, completed_at: DAY },
    },
  };
}

function rowsOfScene({ scene, account, owner, thread, output, object }: Ids): Rows {
  const ofScene = { composition_id: scene };
  const ofDay = { ...ofScene, day: DAY };
  return {
    reimagines: {
      ...{ id: uuidv7(), ...ofScene, account_id: account, created_by: owner, prompt: 'Evening' },
      ...{ strength: 0.5, count: 1, status: 'completed', candidate_objects: [object] },
    },
    scene_visit_days: { ...ofDay, views: 3, devices: 2 },
    scene_visit_countries: { ...ofDay, country: 'ES', visits: 3 },
    scene_visit_devices: { ...ofDay, device: hash('device') },
    scene_visit_salts: { day: DAY, salt: hash('salt') },
    comment_notices: { user_id: owner, comment_id: thread, due_at: SOON },
    scene_reads: { user_id: owner, ...ofScene, read_until: DAY },
    thread_reads: { user_id: owner, ...ofScene, thread_id: thread, read_until: DAY },
    option_outputs: {
      ...{ id: uuidv7(), output_id: output, choices: '{}', status: 'completed', glb_object: object },
    },
  };
}

function rowsOfLibrary({ account, owner, item }: Ids): Rows {
  const document = JSON.stringify({ nodes: { part: { kind: 'box', name: 'Leg' } } });
  const material = JSON.stringify({ name: 'Oak', color: '#a07040' });
  return {
    library_items: {
      ...{ id: item, kind: 'material', account_id: account, name: 'Oak', created_by: owner, material },
    },
    library_seeds: { version: 1 },
    library_versions: { id: uuidv7(), item_id: item, number: 1, document, created_by: owner },
  };
}

function rowsOfBilling({ account, owner, order, discount }: Ids): Rows {
  const sandbox = { provider: 'sandbox' };
  const payment = { id: 'payment-1', client_token: 'token-1', amount: 5_000, currency: 'USD' };
  return {
    discounts: { id: discount, code: 'SUMMER', percentage: 10, starts_at: DAY, uses: 1 },
    discount_uses: { discount_id: discount, order_id: order, account_id: account, owner_id: owner },
    payment_events: { ...sandbox, event_id: 'event-1', order_id: order },
    payment_customers: { account_id: account, ...sandbox, provider_ref: 'customer-1' },
    payment_sources: { id: uuidv7(), account_id: account, type: 0, ...sandbox, provider_ref: 'source-1' },
    payment_setups: { id: uuidv7(), account_id: account, ...sandbox, status: 'done' },
    refunds: {
      ...{ id: uuidv7(), order_id: order, amount: 100, reason: 'operator', status: 'done' },
      ...{ created_by: owner, settled_at: DAY },
    },
    billing_infos: { id: uuidv7(), account_id: account, name: 'Studio', country: 'ES' },
    invoice_counters: { series: 'INV-2026', last: 1 },
    sandbox_sources: { id: 'source-1', reference: 'reference-1', type: 0 },
    sandbox_payments: {
      ...payment,
      reference: order,
      state: 'completed',
      source_id: 'source-1',
      refunded: 100,
    },
    sandbox_refunds: { id: 'refund-1', payment_id: payment.id, reference: 'reference-2', amount: 100 },
    sandbox_setups: {
      ...{ id: 'setup-1', client_token: 'token-2', reference: 'reference-3', customer: 'customer-1' },
    },
  };
}

/** Events that wait, that were published and that were refused, and their jobs. */
function rowsOfJobs({ scene, account, owner }: Ids): Rows {
  const event = uuidv7();
  const payload = JSON.stringify({ compositionId: scene });
  const rested = { name: 'composition.rested', payload };
  return {
    outbox: { id: uuidv7(), ...rested },
    outbox_refused: {
      ...{ id: uuidv7(), name: 'unknown.event', payload: '{}', created_at: DAY, reason: 'Unknown event' },
    },
    outbox_published: {
      ...{ id: event, ...rested, created_at: DAY, published_at: DAY, publishes: 1, check_at: DAY },
      settled_at: DAY,
    },
    job_done: { job_id: `${event}-scene.thumbnail`, dedupe_key: scene, started_at: DAY },
    job_parked: {
      ...{ job_id: `${uuidv7()}-scene.thumbnail`, job: 'scene.thumbnail', event_id: event },
      ...{ reason: 'The browser ended', runs: 5 },
    },
    job_suspects: { job_id: `${event}-scene.output`, runs: 1 },
    schedule_ticks: { name: 'schedule.minute', due_at: SOON },
    live_events: {
      ...{ topic: 'composition', resource_id: scene, type: 'updated', account_id: account, user_id: owner },
    },
    backup_runs: { id: uuidv7(), kind: 'backup', due_at: DAY, finished_at: DAY, objects: 1, bytes: 1_000 },
    rate_limits: { key: 'login:1', points: 1 },
    limits_met: { limit: 'login', subject: 'network', holder: '192.0.2.1', count: 1 },
  };
}
