import { isUuid } from '@diorama/shared/domain/uuid.ts';
import { PLAN_NAMES } from '@diorama/shared/plans.ts';
import { judgeComposition } from '@diorama/shared/policy/composition.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { listSceneFacts } from '@diorama/shared/server/db/read-models/scene-facts.ts';
import { existsUser } from '@diorama/shared/server/db/repositories/existence.ts';
import { factsOf } from '../compositions/facts.ts';
import { findSharedScene } from '../public/shared-scene.ts';

/** Codes and ids that a sign-up carries besides an invitation. Invalid ones do not stop it. */
type Brought = {
  referrer?: string | null | undefined;
  collabScene?: string | null | undefined;
  plan?: string | null | undefined;
};

/**
 * Notice codes for unknown or spent codes of a sign-up. A scene that the user may not see counts as unknown.
 */
export async function findSignupNotices(trx: Knex, userId: string, brought: Brought): Promise<string[]> {
  const notices: string[] = [];
  if (brought.referrer && !(await existsUser(trx, brought.referrer))) {
    notices.push('referrer.unknown');
  }
  if (brought.collabScene && !(await isVisible(trx, userId, brought.collabScene))) {
    notices.push('collab-scene.unknown');
  }
  if (brought.plan && !PLAN_NAMES.some((name) => name === brought.plan)) {
    notices.push('plan.unknown');
  }
  return notices;
}

async function isVisible(trx: Knex, userId: string, sceneId: string): Promise<boolean> {
  if (!isUuid(sceneId)) {
    return false;
  }
  const [row] = await listSceneFacts(trx, [sceneId], userId);
  const isShared = row !== undefined && judgeComposition('read', factsOf(row, false)).allowed;
  return isShared || (await findSharedScene(trx, sceneId))?.isBlocked === false;
}
