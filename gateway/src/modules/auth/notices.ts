import { PLAN_NAMES } from '@diorama/shared/plans.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { existsComposition, existsUser } from '@diorama/shared/server/db/repositories/existence.ts';

/** What a person brought along to the sign-up besides an invitation; all of it may be wrong without stopping it. */
type Brought = {
  referrer?: string | null | undefined;
  collabScene?: string | null | undefined;
  plan?: string | null | undefined;
};

/** The codes of what was brought along and is unknown or spent. */
export async function findSignupNotices(trx: Knex, brought: Brought): Promise<string[]> {
  const notices: string[] = [];
  if (brought.referrer && !(await existsUser(trx, brought.referrer))) {
    notices.push('referrer.unknown');
  }
  if (brought.collabScene && !(await existsComposition(trx, brought.collabScene))) {
    notices.push('collab-scene.unknown');
  }
  if (brought.plan && !PLAN_NAMES.some((name) => name === brought.plan)) {
    notices.push('plan.unknown');
  }
  return notices;
}
