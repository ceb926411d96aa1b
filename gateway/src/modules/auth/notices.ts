import { isUuid } from '@diorama/shared/domain/uuid.ts';
import { PLAN_NAMES } from '@diorama/shared/plans.ts';
import { authorizeComposition } from '@diorama/shared/policy/composition.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { existsUser } from '@diorama/shared/server/people/people.queries.ts';
import { listSceneFacts } from '@diorama/shared/server/scenes/scene-facts.ts';
import { factsOf } from '../compositions/facts.ts';
import { findSharedScene } from '../public/shared-scene.ts';

/** Codes and ids that a sign-up carries besides an invitation. Invalid ones do not stop it. */
type SignUpContext = {
  referrer?: string | null | undefined;
  collabScene?: string | null | undefined;
  plan?: string | null | undefined;
};

/**
 * Notice codes for unknown or spent codes of a sign-up. A scene that the user may not see counts as unknown.
 */
export async function findSignupNotices(
  trx: Knex,
  userId: string,
  signUpContext: SignUpContext,
): Promise<string[]> {
  const notices: string[] = [];
  if (signUpContext.referrer && !(await existsUser(trx, signUpContext.referrer))) {
    notices.push('referrer.unknown');
  }
  if (signUpContext.collabScene && !(await isVisible(trx, userId, signUpContext.collabScene))) {
    notices.push('collab-scene.unknown');
  }
  if (signUpContext.plan && !PLAN_NAMES.some((name) => name === signUpContext.plan)) {
    notices.push('plan.unknown');
  }
  return notices;
}

async function isVisible(trx: Knex, userId: string, sceneId: string): Promise<boolean> {
  if (!isUuid(sceneId)) {
    return false;
  }
  const [row] = await listSceneFacts(trx, [sceneId], userId);
  const isShared = row !== undefined && authorizeComposition('read', factsOf(row, false)).allowed;
  return isShared || (await findSharedScene(trx, sceneId))?.isBlocked === false;
}
