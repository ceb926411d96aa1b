import { CodedError } from '@diorama/shared/contract/errors.ts';
import { isUuid } from '@diorama/shared/domain/uuid.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findMailbox } from '@diorama/shared/server/people/mailboxes.ts';
import { acceptInvitation } from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';
import type { Urls } from '../../web/urls.ts';
import { mailAccepted } from './mails.ts';

/** The user who accepts. */
type Accepter = { id: string; userId: string; email: string };

/**
 * Accepts an invitation and notifies the inviter, in the caller's transaction.
 * @throws CodedError `request.not-found`, `auth.link-expired`, `invitation.other-address`,
 * `security.account.suspended`.
 */
export async function acceptAndNotify(trx: Knex, urls: Urls, by: Accepter): Promise<void> {
  const invitation = await acceptInvitation(trx, by);
  const accepter = await findMailbox(trx, { id: by.userId });
  await mailAccepted(trx, urls, { invitation, personName: accepter?.name ?? null });
}

/** Notice codes of a sign-up for an invitation that could not be accepted. */
const NOTICES: Readonly<Record<string, string>> = {
  'auth.link-expired': 'invitation.expired',
  'invitation.other-address': 'invitation.other-address',
};

/**
 * Accepts the invitation of a sign-up, in its transaction. An invalid invitation does not stop the sign-up.
 * @returns the code of the problem, or null.
 */
export async function acceptAtSignUp(trx: Knex, urls: Urls, by: Accepter): Promise<string | null> {
  if (!isUuid(by.id)) {
    return 'invitation.unknown';
  }
  try {
    await acceptAndNotify(trx, urls, by);
    return null;
  } catch (error) {
    // Rules are checked before anything is written, so the transaction can continue.
    if (error instanceof CodedError) {
      return NOTICES[error.code] ?? 'invitation.unknown';
    }
    throw error;
  }
}
