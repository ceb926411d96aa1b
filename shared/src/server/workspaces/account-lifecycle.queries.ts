import { CodedError } from '../../contract/errors.ts';
import { PLANS, type PlanName } from '../../plans.ts';
import { choosePicture, dropUpload, lockAssetsForUpdate } from '../assets/pictures.queries.ts';
import { closeBilling } from '../billing/close-billing.queries.ts';
import { isOpenAccount } from '../db/conditions.ts';
import type { Knex } from '../db/knex.ts';
import { ChangedMeanwhileError } from '../db/transaction.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { goneHash } from '../people/people.queries.ts';
import { endSessions } from '../people/sessions.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';

/**
 * Creates another workspace for a user, on the free plan.
 * @throws CodedError `workspaces.limit` when none of their plans allows it.
 */
export async function createWorkspace(
  trx: Knex,
  workspace: { userId: string; name: string; locale: string },
): Promise<string> {
  // The user's row is the lock, so that two concurrent requests cannot both pass the check.
  await trx.raw('select 1 from users where id = ? for no key update', [workspace.userId]);
  const owned = await openAccountsOf(trx, workspace.userId).select('a.plan');
  const room = Math.max(1, ...owned.map(({ plan }: { plan: PlanName }) => PLANS[plan].features.workspaces));
  if (owned.length >= room) {
    throw new CodedError('workspaces.limit');
  }
  const id = uuidv7();
  await trx('accounts').insert({
    id,
    owner_id: workspace.userId,
    name: workspace.name,
    locale: workspace.locale,
    // The user was onboarded with the first workspace.
    has_completed_onboarding: true,
  });
  return id;
}

/** Changes to a workspace; absent keys stay as they are. */
export type AccountChange = {
  name?: string;
  industry?: string | null;
  logo_object?: string | null;
  has_completed_tour?: boolean;
  has_completed_onboarding?: boolean;
  unit?: string;
  locale?: string;
  watermark_asset?: string | null;
};

/**
 * Updates a workspace and notifies its members; a replaced logo or watermark is deleted. @throws
 * ChangedMeanwhileError
 */
export async function updateWorkspace(trx: Knex, id: string, patch: AccountChange): Promise<void> {
  if (Object.keys(patch).length === 0) {
    return;
  }
  const { logo_object: logo, watermark_asset: watermark, ...change } = patch;
  if (logo !== undefined) {
    await choosePicture(trx, { table: 'accounts', id }, logo);
  }
  if (watermark !== undefined) {
    await chooseWatermark(trx, id, watermark);
  }
  if (Object.keys(change).length > 0) {
    await trx('accounts').where({ id }).update(change);
  }
  await recordLive(trx, { topic: 'account', id, type: 'updated', accountId: id });
}

async function chooseWatermark(trx: Knex, id: string, watermark: string | null): Promise<void> {
  const row = () => trx('accounts').where({ id });
  const before = await row().first('watermark_asset');
  await lockAssetsForUpdate(trx, { ids: [before?.watermark_asset, watermark] });
  const now = await row().forNoKeyUpdate().first('watermark_asset');
  if (before?.watermark_asset !== now?.watermark_asset) {
    throw new ChangedMeanwhileError('Another watermark was chosen');
  }
  await row().update({ watermark_asset: watermark });
  if (now?.watermark_asset !== watermark) {
    await dropUpload(trx, 'watermark', now?.watermark_asset ?? null);
  }
}

/**
 * Closes an additional workspace at once and requests the removal of all its contents.
 * @returns false for the last one, which is only removed with its owner.
 */
export async function closeWorkspace(trx: Knex, userId: string, accountId: string): Promise<boolean> {
  await trx.raw('select 1 from users where id = ? for no key update', [userId]);
  const owned: { id: string }[] = await openAccountsOf(trx, userId).select('a.id');
  if (owned.length < 2 || !owned.some(({ id }) => id === accountId)) {
    return false;
  }
  await close(trx, [accountId]);
  await recordEvent(trx, { name: 'account.closed', payload: { userId: null, accountIds: [accountId] } });
  await recordLive(trx, { topic: 'account', id: accountId, type: 'deleted', accountId });
  return true;
}

/**
 * Closes a user's account: ends all sessions, frees the address, closes all workspaces, and requests the
 * removal of all their data.
 */
export async function deactivatePerson(trx: Knex, userId: string): Promise<void> {
  const person = await trx('users').where({ id: userId, deleted_at: null }).forUpdate().first('email');
  if (!person) {
    return;
  }
  const owned: { id: string }[] = await trx('accounts').where({ owner_id: userId }).select('id');
  const accountIds = owned.map(({ id }) => id);
  await close(trx, accountIds);
  await trx('users')
    .where({ id: userId })
    .update({
      deleted_at: trx.fn.now(),
      gone_hash: goneHash(person.email),
      email: `${userId}@gone.invalid`,
      google_subject: null,
    });
  // Unsent mails are sent first; the sweep deletes them later.
  await trx('emails').where({ recipient: person.email }).whereNotNull('sent_at').delete();
  await recordEvent(trx, { name: 'account.closed', payload: { userId, accountIds } });
  await endSessions(trx, userId);
}

/** Open workspaces that a user owns. */
function openAccountsOf(trx: Knex, userId: string) {
  return trx('accounts as a').where({ 'a.owner_id': userId }).whereRaw(isOpenAccount('a'));
}

/** Closes workspaces for good, including suspended ones, and stops their payments. */
async function close(trx: Knex, ids: readonly string[]): Promise<void> {
  await trx('accounts')
    .whereIn('id', [...ids])
    .update({ is_active: false, suspended_at: null, suspended_by: null, suspended_reason: null });
  await closeBilling(trx, ids);
}

/** Filters workspaces that still await their removal. */
export async function listClosed(db: Knex, ids: readonly string[]): Promise<string[]> {
  const rows: { id: string }[] = await db('accounts')
    .whereIn('id', [...ids])
    .select('id');
  return rows.map(({ id }) => id);
}

/** Store keys of the archives of a user and of workspaces. */
export async function listArchiveKeys(
  db: Knex,
  { userId, accountIds }: { userId: string | null; accountIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { key: string }[] }>(
    `select key from account_exports where key is not null and (user_id = :user or account_id = any (:accounts::uuid[]))
     union all
     select key from workspace_imports where key is not null and (user_id = :user or account_id = any (:accounts::uuid[]))`,
    { user: userId, accounts: [...accountIds] },
  );
  return rows.map(({ key }) => key);
}

/** Removes workspaces with all their data. */
export async function eraseWorkspaces(trx: Knex, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    // The foreign keys between scenes and outputs are circular.
    await trx('compositions').where({ account_id: id }).update({ published_output_id: null });
    await trx('accounts').where({ id }).delete();
  }
}

/**
 * Removes the data of a user who left, and all their grants. The bare row stays, so that their work in
 * workspaces of others still has an author, and a sign-in gets a proper answer.
 */
export async function erasePerson(trx: Knex, userId: string): Promise<void> {
  for (const table of ['account_members', 'composition_members', 'project_members', 'members', 'sessions']) {
    await trx(table).where({ user_id: userId }).delete();
  }
  await trx('invitations').where({ created_by: userId, is_request: true }).delete();
  for (const table of [
    'password_resets',
    'email_confirmations',
    'account_exports',
    'workspace_imports',
    'idempotency_keys',
  ]) {
    await trx(table).where({ user_id: userId }).delete();
  }
  await trx('users').where({ id: userId }).whereNotNull('deleted_at').update({
    name: '–',
    last_name: null,
    timezone: null,
    avatar_object: null,
    avatar_wished: null,
    utm: null,
    referred_by: null,
    erased_at: trx.fn.now(),
  });
}
