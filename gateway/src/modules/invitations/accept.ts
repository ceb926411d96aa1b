import { CodedError } from '@diorama/shared/contract/errors.ts';
import { isUuid } from '@diorama/shared/domain/uuid.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { acceptInvitation } from '@diorama/shared/server/db/repositories/invitations.ts';
import { findMailbox } from '@diorama/shared/server/db/repositories/mailboxes.ts';
import type { Urls } from '../../web/urls.ts';
import { mailAccepted } from './mails.ts';

/** Who accepts. */
type Accepter = { id: string; userId: string; email: string };

/**
 * Accepts an invitation and tells the inviter, in the caller's transaction.
 * @throws CodedError `request.not-found`, `auth.link-expired`, `invitation.other-address`, `security.account.suspended`.
 */
export async function acceptAndTell(trx: Knex, urls: Urls, by: Accepter): Promise<void> {
  const invitation = await acceptInvitation(trx, by);
  const accepter = await findMailbox(trx, { id: by.userId });
  await mailAccepted(trx, urls, { invitation, personName: accepter?.name ?? null });
}

/** What a sign-up says of an invitation that could not be accepted. */
const NOTICES: Readonly<Record<string, string>> = {
  'auth.link-expired': 'invitation.expired',
  'invitation.other-address': 'invitation.other-address',
};

/**
 * Accepts the invitation that somebody brought to their sign-up, in its transaction. What is wrong with it does not
 * stop the sign-up.
 * @returns the code of what is wrong, or null.
 */
export async function acceptBrought(trx: Knex, urls: Urls, by: Accepter): Promise<string | null> {
  if (!isUuid(by.id)) {
    return 'invitation.unknown';
  }
  try {
    await acceptAndTell(trx, urls, by);
    return null;
  } catch (error) {
    // Rules are judged before anything is written, so the transaction goes on.
    if (error instanceof CodedError) {
      return NOTICES[error.code] ?? 'invitation.unknown';
    }
    throw error;
  }
}
