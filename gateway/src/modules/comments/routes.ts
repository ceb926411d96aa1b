import type { commentRoutes } from '@diorama/shared/contract/comments.ts';
import { MAX_UNPAGED } from '@diorama/shared/contract/paging.ts';
import { createComment, removeComment } from '@diorama/shared/server/comments/comment-changes.queries.ts';
import { listThreads } from '@diorama/shared/server/comments/comments.queries.ts';
import { listScenePeople } from '@diorama/shared/server/scenes/scene-people.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { loadComposition } from '../compositions/facts.ts';
import { pageOf, serializeAll, serializePage } from '../pagination.ts';
import { serializeUserRef } from '../users/user-ref.ts';
import { listSceneComments } from './list-scene-comments.ts';
import { serializeComment, serializeThread } from './serializer.ts';
import { loadComment, reloadComment, sceneOf, speakerOf } from './service.ts';
import { updateComment } from './update-comment.ts';

type OwnRoutes = Omit<typeof commentRoutes, 'readThread' | 'countUnread' | 'readAllThreads'>;

/** Comments on scenes. */
export function commentHandlers(deps: Deps & { urls: Urls }): HandlersOf<OwnRoutes> {
  const { db, urls } = deps;

  return {
    listThreads: async ({ query }, { actor }) => {
      const { rows, total } = await listThreads(db, {
        userId: actor.userId,
        accountId: query['account.uuid'] ?? null,
        state: query.state ?? null,
        ...pageOf(query),
      });
      return serializePage('/api/comments', query, {
        items: rows.map((row) => serializeThread(urls, row)),
        total,
      });
    },

    listComments: ({ params, query }, { actor }) =>
      listSceneComments(deps, { sceneId: params.id, userId: actor.userId }, query),

    listScenePeople: async ({ params }, { actor }) => {
      const scene = await loadComposition(db, 'read', { id: params.id, userId: actor.userId });
      const people = await listScenePeople(db, scene.id, MAX_UNPAGED);
      return serializeAll(
        `/api/compositions/${scene.id}/people`,
        people.map((person) => serializeUserRef(urls, person)),
      );
    },

    createComment: async ({ params, body }, { actor, newId }) => {
      // Everyone who may see the scene may comment: the policy of comments decides so from the same facts.
      const scene = await loadComposition(db, 'read', { id: params.id, userId: actor.userId });
      const id = await createComment(db, {
        id: newId,
        scene: sceneOf(scene),
        speaker: speakerOf(deps, actor),
        text: body.text,
        parentId: body.parent ?? null,
        mentions: body.mentions,
        anchor: body.anchor ?? null,
        snapshotId: body.snapshot ?? null,
      });
      return reloadComment(deps, id, actor.userId);
    },

    getComment: async ({ params }, { actor }) => {
      const { comment } = await loadComment(db, ['read'], { id: params.id, userId: actor.userId });
      return serializeComment(urls, comment);
    },

    patchComment: async ({ params, body }, { actor }) => {
      await updateComment(deps, { id: params.id, actor }, body);
      return reloadComment(deps, params.id, actor.userId);
    },

    deleteComment: async ({ params }, { actor }) => {
      const target = { id: params.id, userId: actor.userId };
      const { comment, scene } = await loadComment(db, ['delete'], target);
      await removeComment(db, { id: comment.id, scene: sceneOf(scene) });
      return undefined;
    },
  };
}
