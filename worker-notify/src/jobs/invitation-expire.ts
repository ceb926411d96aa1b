import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { sweepInvitations } from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';

/** Closes expired invitations. Acceptance checks the expiry itself and does not depend on this job. */
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
