import { mailboxHash } from '../../people/mailboxes.ts';
import type { Migration } from '../migrate.ts';

/**
 * Credit for an invited user waits for a confirmed address, and is given once per mailbox and once per
 * network and day. Earlier credits stay, and their mailboxes earn nothing again.
 */
export const referralCredits: Migration = {
  name: '0067-referral-credits',
  up: async (trx) => {
    await trx.raw(`
      create table pending_credits (
        user_id uuid primary key references users (id) on delete cascade,
        referrer_id uuid not null references users (id) on delete cascade,
        network_hash bytea not null,
        joined_at timestamptz not null default now()
      );
      create index pending_credits_referrer on pending_credits (referrer_id);
      create table referral_credits (
        mailbox_hash bytea primary key,
        account_id uuid references accounts (id) on delete set null,
        network_hash bytea,
        joined_at timestamptz not null
      );
      create index referral_credits_account on referral_credits (account_id, joined_at);
      create index referral_credits_network on referral_credits (joined_at) where network_hash is not null;
    `);
    const credited: { email: string; account_id: string; joined_at: string }[] = await trx('referrals')
      .whereNotNull('joined_at')
      .select('email', 'account_id', 'joined_at');
    for (const { email, account_id, joined_at } of credited) {
      await trx('referral_credits')
        .insert({ mailbox_hash: mailboxHash(email), account_id, joined_at })
        .onConflict('mailbox_hash')
        .ignore();
    }
  },
};
