import type { Subject } from '@diorama/shared/domain/roles.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import { findMailbox } from '@diorama/shared/server/people/mailboxes.ts';
import { nameIn, type Sender } from '@diorama/shared/server/workspaces/invitation-mail.ts';
import {
  countJustInvited,
  type InvitationRow,
} from '@diorama/shared/server/workspaces/invitations.queries.ts';
import type { Urls } from '../../web/urls.ts';

/**
 * Notifies the inviter of an accepted invitation; `personName` is null where mails must not name the user.
 */
export async function mailAccepted(
  trx: Knex,
  urls: Pick<Urls, 'absolute'>,
  mail: { invitation: InvitationRow; personName: string | null },
): Promise<void> {
  const { invitation, personName } = mail;
  const inviter = invitation.created_by && (await findMailbox(trx, { id: invitation.created_by.id }));
  if (!inviter) {
    return;
  }
  await requestEmail(trx, {
    to: inviter.email,
    template: 'invitation-accepted',
    locale: inviter.locale,
    turn: await countJustInvited(trx, invitation),
    props: {
      personName,
      email: invitation.email,
      entityName: inviter.isConfirmed ? nameIn(invitation) : null,
      url: peopleUrl(urls, inviter.locale, invitation.account_id),
    },
  });
}

/** Notifies the owner of an access request; `personName` is null where mails must not name the user. */
export async function mailAccessRequest(
  trx: Knex,
  urls: Pick<Urls, 'absolute'>,
  mail: { request: InvitationRow; personName: string | null },
): Promise<void> {
  const { request, personName } = mail;
  const owner = await findMailbox(trx, { id: request.owner_id });
  if (!owner) {
    return;
  }
  await requestEmail(trx, {
    to: owner.email,
    template: 'access-request',
    locale: owner.locale,
    turn: await countJustInvited(trx, request),
    props: {
      personName,
      email: request.email,
      entityName: owner.isConfirmed ? nameIn(request) : null,
      url: peopleUrl(urls, owner.locale, request.account_id),
    },
  });
}

/** Notifies the requester of the answer. */
export async function mailAnswer(
  trx: Knex,
  urls: Pick<Urls, 'absolute'>,
  mail: { request: InvitationRow; isGranted: boolean; by: Sender },
): Promise<void> {
  const { request, isGranted, by } = mail;
  const person = request.created_by && (await findMailbox(trx, { id: request.created_by.id }));
  if (!person) {
    return;
  }
  const language = chooseLanguage([person.locale]);
  const turn = await countJustInvited(trx, request);
  const to = { to: person.email, locale: person.locale, turn };
  if (!isGranted) {
    const url = urls.absolute(`/${language}/scenes/all`);
    await requestEmail(trx, { ...to, template: 'request-declined', props: { name: person.name, url } });
    return;
  }
  await requestEmail(trx, {
    ...to,
    template: 'request-granted',
    props: {
      granterName: by.isEmailConfirmed ? by.name : null,
      entityName: by.isEmailConfirmed ? nameIn(request) : null,
      url: urls.absolute(`/${language}/${pageOf(request)}`),
    },
  });
}

/** The page of the shared resource. */
function pageOf({ subject, entities }: InvitationRow): string {
  const pages: Record<Subject, string> = {
    compositions: `builder/${entities[0]?.id}`,
    projects: `project/${entities[0]?.id}`,
    accounts: 'scenes/shared',
  };
  return pages[subject];
}

function peopleUrl(urls: Pick<Urls, 'absolute'>, locale: string, accountId: string): string {
  return urls.absolute(`/${chooseLanguage([locale])}/people-and-settings?workspace=${accountId}`);
}
