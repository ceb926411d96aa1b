import { earnedStorage } from '@diorama/shared/domain/quota.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { requestEmail } from '@diorama/shared/server/db/emails.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findMailbox } from '@diorama/shared/server/db/repositories/mailboxes.ts';
import { creditReferral } from '@diorama/shared/server/db/repositories/referrals.ts';
import type { Urls } from '../../web/urls.ts';

/** Credits whoever invited somebody that has just joined, and writes to them, in the transaction of the sign-up. */
export async function creditReferrer(
  trx: Knex,
  urls: Urls,
  joined: { referrerId: string; userId: string; email: string },
): Promise<void> {
  const referrer = await creditReferral(trx, joined);
  const friend = await findMailbox(trx, { id: joined.userId });
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
