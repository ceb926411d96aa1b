import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { sweepInvitations } from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';

/** Closes expired invitations. Acceptance checks the expiry itself and does not depend on this job. */
export function invitationExpire(deps: { db: Knex }): JobHandler<'invitation.expire'> {
  return (_payload, context) =>
    context.commit(deps.db, async (trx) => ({ expired: await sweepInvitations(trx) }));
}
