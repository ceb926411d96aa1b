import { createHash } from 'node:crypto';
import { canonicalMailbox } from '../../../domain/canonical-mailbox.ts';

/** The only stored trace of a mailbox that has earned credit. */
export function mailboxHash(email: string): Buffer {
  return createHash('sha256')
    .update(`mailbox\n${canonicalMailbox(email)}`)
    .digest();
}
