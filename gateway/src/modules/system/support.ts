import type { Language } from '@diorama/shared/i18n/t.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import { findMailbox } from '@diorama/shared/server/people/mailboxes.ts';
import { DEMO_EMAIL, hasDemoAccount } from '../../demo/account.ts';
import type { Deps } from '../../deps.ts';

/** A support request to the operators, and the page it came from. */
type Question = {
  message: string;
  email?: string | undefined;
  page?: string | undefined;
  order?: string | undefined;
  requestId?: string | undefined;
  userId: string | null;
  language: Language;
};

/** Requests one mail to each operator. A reply goes to the requesting user. */
export async function mailSupport(deps: Pick<Deps, 'db' | 'env'>, question: Question): Promise<void> {
  const { db, env } = deps;
  const recipients = await supportAddresses(deps);
  await db.transaction(async (trx) => {
    const person = question.userId === null ? null : await findMailbox(trx, { id: question.userId });
    const props = {
      name: person?.name ?? null,
      email: question.email ?? person?.email ?? null,
      userId: question.userId,
      message: question.message,
      page: question.page ?? null,
      order: question.order ?? null,
      requestId: question.requestId ?? null,
      url: env.publicUrl,
    };
    for (const to of recipients) {
      await requestEmail(trx, { to, template: 'support', locale: question.language, props });
    }
  });
}

/** The operators; otherwise the demo account, which is one, else the product's sender address. */
async function supportAddresses(deps: Pick<Deps, 'db' | 'env'>): Promise<readonly string[]> {
  const { operatorEmails, mailFrom } = deps.env;
  if (operatorEmails.length > 0) {
    return operatorEmails;
  }
  const [own = mailFrom] = /[^\s<>]+@[^\s<>]+/.exec(mailFrom) ?? [];
  return [(await hasDemoAccount(deps)) ? DEMO_EMAIL : own];
}
