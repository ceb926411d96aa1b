import type { Comment } from '@diorama/shared/contract/comments.ts';
import { assertFound, CodedError, existing } from '@diorama/shared/contract/errors.ts';
import { authorizeComment, type CommentAction } from '@diorama/shared/policy/comment.ts';
import type {
  CommentScene,
  CommentSpeaker,
} from '@diorama/shared/server/comments/comment-changes.queries.ts';
import { type CommentRow, findComment } from '@diorama/shared/server/comments/comments.queries.ts';
import {
  type CompositionDetail,
  findComposition,
} from '@diorama/shared/server/scenes/compositions.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { factsOf } from '../compositions/facts.ts';
import { serializeComment } from './serializer.ts';

/** A comment with the scene it is about. */
export type LoadedComment = { comment: CommentRow; scene: CompositionDetail };

/**
 * Loads a comment for a user's action.
 * @throws CodedError according to the policy; `request.not-found` for a comment that they may not see.
 */
export async function loadComment(
  db: Deps['db'],
  actions: readonly CommentAction[],
  target: { id: string; userId: string },
): Promise<LoadedComment> {
  const comment = await findComment(db, target.id, target.userId);
  const scene = comment && (await findComposition(db, comment.composition_id, target.userId));
  assertFound(comment && scene);
  const facts = { ...factsOf(scene, false), isAuthor: comment.author?.id === target.userId };
  for (const action of actions) {
    assertAllowed(authorizeComment(action, facts));
  }
  return { comment, scene };
}

/**
 * The current comment after a change. @throws CodedError `request.not-found` when it was removed meanwhile.
 */
export async function reloadComment(
  deps: Pick<Deps, 'db'> & { urls: Urls },
  id: string,
  userId: string,
): Promise<Comment> {
  const row = existing(await findComment(deps.db, id, userId));
  return serializeComment(deps.urls, row);
}

/** A comment as its GET shows it to a user; null where they may not see it. */
export async function readCommentState(
  deps: Pick<Deps, 'db'> & { urls: Urls },
  id: string,
  userId: string,
): Promise<Comment | null> {
  try {
    const { comment } = await loadComment(deps.db, ['read'], { id, userId });
    return serializeComment(deps.urls, comment);
  } catch (error) {
    if (error instanceof CodedError) {
      return null;
    }
    throw error;
  }
}

/** A scene as its comments need it. */
export function sceneOf(row: CompositionDetail): CommentScene {
  return { id: row.id, accountId: row.account_id, name: row.name };
}

/** A user as the author of comments. */
export function speakerOf({ env }: Pick<Deps, 'env'>, { userId, name }: Actor): CommentSpeaker {
  return { userId, name, publicUrl: env.publicUrl };
}
