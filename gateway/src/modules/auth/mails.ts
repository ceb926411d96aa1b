import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { requestEmail } from '@diorama/shared/server/db/emails.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  type ConfirmationPurpose,
  createConfirmation,
} from '@diorama/shared/server/db/repositories/confirmations.ts';
import type { PersonRow } from '@diorama/shared/server/db/repositories/people.ts';
import { randomToken } from '@diorama/shared/server/ids.ts';
import { hashToken } from '../../auth/tokens.ts';
import type { Urls } from '../../web/urls.ts';

const TEMPLATES = { 'sign-up': 'confirm', change: 'email-change' } as const;

/**
 * Asks at an address whether it is theirs. With `isSent` false everything but the mail happens, so that nothing tells
 * whether somebody else has that address.
 */
export async function mailConfirmation(
  trx: Knex,
  urls: Urls,
  ask: {
    userId: string;
    locale: string;
    email: string;
    purpose: ConfirmationPurpose;
    isSent?: boolean;
  },
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

/** Tells a person that their password is another one now. */
export async function mailPasswordChanged(
  trx: Knex,
  urls: Urls,
  person: Pick<PersonRow, 'email' | 'name' | 'locale'>,
): Promise<void> {
  const page = `/${chooseLanguage([person.locale])}/reset-password/request`;
  await requestEmail(trx, {
    to: person.email,
    template: 'password-changed',
    locale: person.locale,
    props: { name: person.name, url: urls.absolute(page) },
  });
}
