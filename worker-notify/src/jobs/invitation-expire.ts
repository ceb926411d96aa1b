import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { sweepInvitations } from '@diorama/shared/server/db/repositories/invitations.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';

/** Closes expired invitations. They cannot be accepted any more even before this. */
export function invitationExpire(deps: { db: Knex }) {
  return (
    _payload: PayloadOf<'invitation.expire'>,
    context: JobContext,
  ): Promise<ResultOf<'invitation.expire'>> =>
    deps.db.transaction(async (trx) => {
      const expired = await sweepInvitations(trx);
      await context.complete(trx);
      return { expired };
    });
}
