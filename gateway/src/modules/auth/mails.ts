import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import {
  type ConfirmationPurpose,
  createConfirmation,
} from '@diorama/shared/server/people/confirmations.queries.ts';
import { findMailbox } from '@diorama/shared/server/people/mailboxes.ts';
import { createPasswordReset, type PersonRow } from '@diorama/shared/server/people/people.queries.ts';
import { randomToken } from '@diorama/shared/server/runtime/ids.ts';
import { hashToken } from '../../auth/tokens.ts';
import type { Urls } from '../../web/urls.ts';

const TEMPLATES = { 'sign-up': 'confirm', change: 'email-change' } as const;

/**
 * Mails a confirmation link to an address. With `isSent` false everything but the mail happens.
 * The response therefore does not reveal whether the address is taken.
 */
export async function mailConfirmation(
  trx: Knex,
  urls: Urls,
  ask: { userId: string; locale: string; email: string; purpose: ConfirmationPurpose; isSent?: boolean },
): Promise<void> {
  const { userId, locale, email, purpose, isSent = true } = ask;
  const token = randomToken(256);
  await createConfirmation(trx, { userId, email, purpose, tokenHash: hashToken(token) });
  if (!isSent) {
    return;
  }
  const page = `/${chooseLanguage([locale])}/confirm-email/${userId}/${token}`;
  await requestEmail(trx, {
    to: email,
    template: TEMPLATES[purpose],
    locale,
    props: { url: urls.absolute(page) },
  });
}

/** Mails a link to set a new password, unless too many were mailed within the hour. */
export async function mailPasswordReset(trx: Knex, urls: Urls, userId: string): Promise<void> {
  const mailbox = await findMailbox(trx, { id: userId });
  if (!mailbox) {
    return;
  }
  const { email: to, locale, name } = mailbox;
  const token = randomToken(256);
  if (!(await createPasswordReset(trx, userId, hashToken(token)))) {
    return;
  }
  const url = urls.absolute(`/${chooseLanguage([locale])}/reset-password/${userId}/${token}`);
  await requestEmail(trx, { to, template: 'password-reset', locale, props: { name, url } });
}

/** Notifies a user of a changed password. */
export async function mailPasswordChanged(trx: Knex, urls: Urls, userId: string): Promise<void> {
  const mailbox = await findMailbox(trx, { id: userId });
  if (!mailbox) {
    return;
  }
  const { email: to, locale, name } = mailbox;
  const url = urls.absolute(`/${chooseLanguage([locale])}/reset-password/request`);
  await requestEmail(trx, { to, template: 'password-changed', locale, props: { name, url } });
}

/** Notifies the previous address of a user of the new one. A name is only mailed to a confirmed address. */
export async function mailEmailChanged(
  trx: Knex,
  urls: Urls,
  change: { person: PersonRow; previous: string; isPreviousConfirmed: boolean; email: string },
): Promise<void> {
  const { person, previous: to, isPreviousConfirmed, email } = change;
  const url = urls.absolute(`/${chooseLanguage([person.locale])}/login`);
  const props = { name: isPreviousConfirmed ? person.name : null, email, url };
  await requestEmail(trx, { to, template: 'email-changed', locale: person.locale, props });
}
