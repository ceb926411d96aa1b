import { CodedError } from '../../contract/errors.ts';
import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage, readQuery } from '../db/read-query.ts';
import { MAX_MAIL_TURN } from '../delivery/emails.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { findMailbox, type Mailbox, mailboxHash } from '../people/mailboxes.ts';
import { personJson, type UserRow } from '../people/person-json.ts';
import { uuidv7 } from '../runtime/ids.ts';

/** An address that a workspace has invited to Diorama. */
type NewReferral = { accountId: string; referrerId: string; email: string };

/**
 * Records the invitation of an address to Diorama.
 * @throws CodedError `referral.duplicate` when the workspace has invited it before.
 */
export async function createReferral(trx: Knex, referral: NewReferral): Promise<void> {
  if (!(await insertReferral(trx, referral))) {
    throw new CodedError('referral.duplicate', {
      violations: [{ propertyPath: 'email', code: 'referral.duplicate' }],
    });
  }
}

async function insertReferral(trx: Knex, referral: NewReferral): Promise<boolean> {
  const inserted = await trx('referrals')
    .insert({
      id: uuidv7(),
      account_id: referral.accountId,
      referrer_id: referral.referrerId,
      email: referral.email,
    })
    .onConflict(['account_id', 'email'])
    .ignore()
    .returning('id');
  return inserted.length > 0;
}

/** Number of other referrals of a workspace within ten minutes, whose mails may still wait. */
export async function countJustReferred(
  trx: Knex,
  { accountId, email }: Pick<NewReferral, 'accountId' | 'email'>,
): Promise<number> {
  const others = trx('referrals')
    .where({ account_id: accountId })
    .whereNot({ email })
    .whereRaw(`created_at > now() - interval '10 minutes'`)
    .limit(MAX_MAIL_TURN)
    .select('id');
  return (await others).length;
}

/** A referrer to notify about a friend who has joined. */
export type CreditedReferrer = { mailbox: Mailbox; joined: number };

/** Stores the referrer of a new user, until that user's address is confirmed. */
export async function recordReferrer(
  trx: Knex,
  joined: { userId: string; referrerId: string; networkHash: Buffer },
): Promise<void> {
  await trx('pending_credits').insert({
    user_id: joined.userId,
    referrer_id: joined.referrerId,
    network_hash: joined.networkHash,
  });
}

/**
 * Credits the referrer of a user with a confirmed address, once: in the workspace that invited the address
 * first, else in the referrer's own. A mailbox earns once, in any spelling. Of users who joined from one
 * network within a day, a workspace is credited for one.
 * @returns the referrer to notify; null without a credit.
 */
export async function creditReferral(trx: Knex, userId: string): Promise<CreditedReferrer | null> {
  const [pending] = await trx('pending_credits')
    .where({ user_id: userId })
    .whereExists(trx('users').where({ id: userId }).whereNotNull('email_confirmed_at'))
    .delete()
    .returning(['referrer_id', 'network_hash', 'joined_at']);
  if (!pending) {
    return null;
  }
  const { referrer_id: referrerId, network_hash: networkHash, joined_at: joinedAt } = pending;
  const person = await trx('users').where({ id: userId }).first('email');
  const joined = { referrerId, email: String(person?.email) };
  const accountId = await findCreditedAccount(trx, joined);
  if (accountId === null || !(await takeCredit(trx, { ...joined, accountId, networkHash, joinedAt }))) {
    return null;
  }
  await insertReferral(trx, { ...joined, accountId });
  await trx('referrals')
    .where({ account_id: accountId, email: joined.email, joined_user_id: null })
    .update({ joined_user_id: userId, joined_at: trx.fn.now() });
  const [account] = await trx('accounts')
    .where({ id: accountId })
    .increment('referral_joined', 1)
    .returning('referral_joined');
  await trx('users').where({ id: userId }).update({ referred_by: referrerId });
  await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
  const mailbox = await findMailbox(trx, { id: referrerId });
  return mailbox && { mailbox, joined: account.referral_joined };
}

/**
 * Records the credit of a mailbox. @returns false where it has earned before, or another of its network has.
 */
async function takeCredit(
  trx: Knex,
  credit: { accountId: string; email: string; networkHash: Buffer; joinedAt: string },
): Promise<boolean> {
  // Serialises concurrent confirmations.
  await trx('accounts').where({ id: credit.accountId }).forNoKeyUpdate().first('id');
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `insert into referral_credits (mailbox_hash, account_id, network_hash, joined_at)
     select :mailbox, :account, :network, :joinedAt::timestamptz
     where not exists (
       select 1 from referral_credits c where c.account_id = :account and c.network_hash = :network
         and c.joined_at > :joinedAt::timestamptz - interval '1 day' and c.joined_at < :joinedAt::timestamptz + interval '1 day')
     on conflict (mailbox_hash) do nothing`,
    {
      mailbox: mailboxHash(credit.email),
      account: credit.accountId,
      network: credit.networkHash,
      joinedAt: credit.joinedAt,
    },
  );
  return rowCount > 0;
}

/** Deletes the networks of new users once they are not needed any more. */
export async function forgetNetworks(trx: Knex): Promise<void> {
  await trx.raw(
    `update referral_credits set network_hash = null
     where network_hash is not null and joined_at < now() - interval '30 days'`,
  );
}

async function findCreditedAccount(
  trx: Knex,
  joined: { referrerId: string; email: string },
): Promise<string | null> {
  const inviting = await trx('referrals')
    .where({ referrer_id: joined.referrerId, email: joined.email })
    .orderBy('created_at')
    .first('account_id');
  if (inviting) {
    return inviting.account_id;
  }
  const own = await trx('accounts')
    .where({ owner_id: joined.referrerId })
    .orderBy('created_at')
    .orderBy('id')
    .first('id');
  return own?.id ?? null;
}

/** A referral for the list; `rank` is its position among the joined ones. */
export type ReferralRow = {
  id: string;
  account_id: string;
  email: string;
  created_at: string;
  joined_at: string | null;
  rank: number;
  joined_user: UserRow | null;
  created_by: UserRow;
};

/** Referrals with their users and their rank among the joined ones. */
const REFERRALS = `select r.id, r.account_id, r.email, r.created_at, r.joined_at,
    (select count(*) from referrals o where o.account_id = r.account_id and o.joined_at is not null
      and (o.joined_at, o.id) <= (r.joined_at, r.id))::int as rank,
    case when u.id is null then null else ${personJson('u')} end as joined_user, ${personJson('c')} as created_by
  from referrals r join users c on c.id = r.referrer_id left join users u on u.id = r.joined_user_id`;

/** A referral; null without one. */
export async function findReferral(db: Knex, id: string): Promise<ReferralRow | null> {
  const rows = await readQuery<ReferralRow>(db, 'referral-read', `${REFERRALS} where r.id = $1`, [id]);
  return rows[0] ?? null;
}

/** A page of a workspace's referrals, newest first, with the total. */
export async function listReferrals(
  db: Knex,
  filter: { accountId: string; limit: number; offset: number },
): Promise<PageOf<ReferralRow>> {
  return readPage<ReferralRow>(db, {
    name: 'referral-list',
    rows: [
      `${REFERRALS}
       where r.account_id = $1 order by r.created_at desc, r.id limit $2 offset $3`,
      [filter.accountId, filter.limit, filter.offset],
    ],
    total: ['select count(*)::bigint as total from referrals where account_id = $1', [filter.accountId]],
  });
}
