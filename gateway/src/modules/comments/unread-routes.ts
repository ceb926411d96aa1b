import type { commentRoutes } from '@diorama/shared/contract/comments.ts';
import { readEverything, readThread } from '@diorama/shared/server/comments/comment-reads.queries.ts';
import { countUnreadThreads } from '@diorama/shared/server/comments/unread-comments.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { loadComposition } from '../compositions/facts.ts';
import { loadComment, reloadComment, sceneOf } from './service.ts';

/** Threads with comments that a user has not read. */
export function unreadCommentHandlers(
  deps: Deps & { urls: Urls },
): HandlersOf<Pick<typeof commentRoutes, 'readThread' | 'countUnread' | 'readAllThreads'>> {
  const { db } = deps;

  return {
    readThread: async ({ params }, { actor }) => {
      const { comment, scene } = await loadComment(db, ['read'], { id: params.id, userId: actor.userId });
      const threadId = comment.parent_id ?? comment.id;
      await readThread(db, { threadId, scene: sceneOf(scene), userId: actor.userId });
      return reloadComment(deps, threadId, actor.userId);
    },

    countUnread: async ({ query }, { actor: { userId } }) => {
      const id = query['composition.uuid'];
      const scene = id === undefined ? null : await loadComposition(db, 'read', { id, userId });
      return { threads: await countUnreadThreads(db, { userId, compositionId: scene?.id ?? null }) };
    },

    readAllThreads: async (_input, { actor }) => ({ read: await readEverything(db, actor.userId) }),
  };
}
