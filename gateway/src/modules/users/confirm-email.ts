import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { OutputOf } from '@diorama/shared/contract/index.ts';
import { useConfirmation } from '@diorama/shared/server/people/confirmations.queries.ts';
import { getPerson } from '@diorama/shared/server/people/people.queries.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { mailEmailChanged } from '../auth/mails.ts';
import { creditReferrer } from '../referrals/credit-referrer.ts';

/**
 * Confirms an address by the link of a mail, and notifies the address that it replaces.
 * @throws CodedError `user.email.taken`, `auth.link-expired`.
 */
export async function confirmEmail(
  { db, urls }: Pick<Deps, 'db'> & { urls: Urls },
  link: { userId: string; tokenHash: Buffer },
): Promise<OutputOf<'confirmEmail'>> {
  const confirmed = await db.transaction(async (trx) => {
    const result = await useConfirmation(trx, link);
    if (result.result !== 'confirmed') {
      return result;
    }
    await creditReferrer(trx, urls, link.userId);
    if (result.purpose === 'change') {
      await mailEmailChanged(trx, urls, { person: await getPerson(trx, link.userId), ...result });
    }
    return result;
  });
  // Thrown after the commit, so that the link of a taken address stays used.
  if (confirmed.result !== 'confirmed') {
    throw new CodedError(confirmed.result === 'taken' ? 'user.email.taken' : 'auth.link-expired');
  }
  return { email: confirmed.email, purpose: confirmed.purpose };
}
