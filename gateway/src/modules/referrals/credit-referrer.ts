import { earnedStorage } from '@diorama/shared/domain/quota.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import { findMailbox } from '@diorama/shared/server/people/mailboxes.ts';
import { creditReferral } from '@diorama/shared/server/workspaces/referrals.queries.ts';
import type { Urls } from '../../web/urls.ts';

/**
 * Credits the referrer of a user with a newly confirmed address, and mails them, in the transaction of
 * the confirmation.
 */
export async function creditReferrer(trx: Knex, urls: Urls, userId: string): Promise<void> {
  const referrer = await creditReferral(trx, userId);
  const friend = await findMailbox(trx, { id: userId });
  if (!referrer || !friend) {
    return;
  }
  const { email, locale, name } = referrer.mailbox;
  const earned = earnedStorage(referrer.joined);
  await requestEmail(trx, {
    to: email,
    template: 'referral-joined',
    locale,
    props: {
      name,
      friendName: friend.name,
      bonus: earned - earnedStorage(referrer.joined - 1),
      earned,
      url: urls.absolute(`/${chooseLanguage([locale])}/people-and-settings?tab=settings`),
    },
  });
}
