import { permissionOfRole } from '../../domain/roles.ts';
import { chooseLanguage } from '../../i18n/t.ts';
import type { Knex } from '../db/knex.ts';
import { requestEmail } from '../delivery/emails.ts';
import { findMailbox } from '../people/mailboxes.ts';
import type { InvitationRow } from './invitations.queries.ts';
import { countJustInvited } from './invitations.queries.ts';

/**
 * The user who causes a mail. Without a confirmed address they may be anyone, so mails omit the names that
 * they chose.
 */
export type Sender = { name: string; isEmailConfirmed: boolean };

/** Mails name only the first entity of an invitation. */
export const nameIn = (invitation: InvitationRow) => invitation.entities[0]?.name ?? '';

/**
 * Mails the invited address, in the language of its user if there is one, else in that of the workspace.
 * @param mail - `saysNames` as `limitUnconfirmedMails` answers
 */
export async function mailInvitation(
  trx: Knex,
  urls: { absolute(path: string): string },
  mail: { invitation: InvitationRow; by: Sender; saysNames: boolean },
): Promise<void> {
  const { invitation, by, saysNames } = mail;
  const known = await findMailbox(trx, { email: invitation.email });
  const locale = known?.locale ?? invitation.account_locale;
  await requestEmail(trx, {
    to: invitation.email,
    template: 'invitation',
    locale,
    turn: await countJustInvited(trx, invitation),
    props: {
      inviterName: saysNames ? by.name : null,
      subject: invitation.subject,
      entityName: saysNames ? nameIn(invitation) : null,
      others: invitation.entities.length - 1,
      permission: permissionOfRole(invitation.role),
      url: urls.absolute(`/${chooseLanguage([locale])}/accept-invitation/${invitation.id}`),
    },
  });
}
