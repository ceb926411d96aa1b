import { earnedStorage } from '@diorama/shared/domain/quota.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { requestEmail } from '@diorama/shared/server/db/emails.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { creditReferral } from '@diorama/shared/server/db/repositories/referrals.ts';
import type { Urls } from '../../web/urls.ts';

/** Credits whoever invited somebody that has just joined, and writes to them, in the transaction of the sign-up. */
export async function creditReferrer(
  trx: Knex,
  urls: Urls,
  joined: { referrerId: string; userId: string; email: string; name: string },
): Promise<void> {
  const referrer = await creditReferral(trx, joined);
  if (!referrer) {
    return;
  }
  const earned = earnedStorage(referrer.joined);
  await requestEmail(trx, {
    to: referrer.email,
    template: 'referral-joined',
    locale: referrer.locale,
    props: {
      name: referrer.name,
      friendName: joined.name,
      bonus: earned - earnedStorage(referrer.joined - 1),
      earned,
      url: urls.absolute(`/${chooseLanguage([referrer.locale])}/people-and-settings?tab=settings`),
    },
  });
}
