import type { InputOf } from '@diorama/shared/contract/index.ts';
import { resolveThread, rewriteComment } from '@diorama/shared/server/comments/comment-changes.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { loadComment, sceneOf, speakerOf } from './service.ts';

/**
 * Rewrites a comment, and resolves or reopens its thread.
 * @throws CodedError according to the policy.
 */
export async function updateComment(
  deps: Pick<Deps, 'db' | 'env'>,
  { id, actor }: { id: string; actor: Actor },
  { text, mentions, resolved }: InputOf<'patchComment'>['body'],
): Promise<void> {
  const { db } = deps;
  const { userId } = actor;
  const isRewritten = text !== undefined || mentions !== undefined;
  const { comment, scene } = await loadComment(
    db,
    [
      'read',
      ...(isRewritten ? (['edit'] as const) : []),
      ...(resolved === undefined ? [] : (['resolve'] as const)),
    ],
    { id, userId },
  );
  const target = { id: comment.id, scene: sceneOf(scene), userId };
  await db.transaction(async (trx) => {
    if (isRewritten) {
      await rewriteComment(trx, { ...target, speaker: speakerOf(deps, actor) }, { text, mentions });
    }
    if (resolved !== undefined) {
      await resolveThread(trx, target, resolved);
    }
  });
}
