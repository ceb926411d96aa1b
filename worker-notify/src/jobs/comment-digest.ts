import { sendDueDigests } from '@diorama/shared/server/comments/comment-digests.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';

/** Queues the digest mails and clears the pending comments in one transaction. */
export function commentDigest(deps: { db: Knex; publicUrl: string }): JobHandler<'comment.digest'> {
  return (_payload, context) =>
    context.commit(deps.db, async (trx) => ({ mails: await sendDueDigests(trx, deps.publicUrl) }));
}
