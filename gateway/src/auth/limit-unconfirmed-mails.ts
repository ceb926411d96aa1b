import type { Deps } from '../deps.ts';
import type { Actor } from './actor.ts';

/**
 * Counts a mail from a user to an address that may not know them. A user with an unconfirmed address may use
 * any name.
 * They may send ten such mails a day, without the names that they chose.
 * @returns whether the mail may contain the names of the user and their projects.
 * @throws CodedError `invitation.limit`.
 */
export async function limitUnconfirmedMails(
  { limits }: Pick<Deps, 'limits'>,
  actor: Actor,
): Promise<boolean> {
  if (!actor.isEmailConfirmed) {
    await limits.consume('stranger-mails', actor.userId);
  }
  return actor.isEmailConfirmed;
}
