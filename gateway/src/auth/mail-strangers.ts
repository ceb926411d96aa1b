import type { Deps } from '../deps.ts';
import type { Actor } from './actor.ts';

/**
 * Counts a mail that a person sends to somebody who may not know them. Whose address nobody has confirmed may be anybody
 * with any name: ten such mails a day, which say no name that they chose.
 * @returns whether the mail may say the names that they gave themselves and their things.
 * @throws CodedError `invitation.limit`.
 */
export async function mailStranger({ limits }: Pick<Deps, 'limits'>, actor: Actor): Promise<boolean> {
  if (!actor.isEmailConfirmed) {
    await limits.consume('stranger-mails', actor.userId);
  }
  return actor.isEmailConfirmed;
}
