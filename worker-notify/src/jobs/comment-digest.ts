import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { sendDueDigests } from '@diorama/shared/server/db/repositories/comment-digests.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';

/** Records the digest mails of comments, in the transaction that marks those comments as notified. */
export function commentDigest(deps: { db: Knex; publicUrl: string }) {
  return (
    _payload: PayloadOf<'comment.digest'>,
    context: Pick<JobContext, 'complete'>,
  ): Promise<ResultOf<'comment.digest'>> =>
    deps.db.transaction(async (trx) => {
      const mails = await sendDueDigests(trx, deps.publicUrl);
      await context.complete(trx);
      return { mails };
    });
}
