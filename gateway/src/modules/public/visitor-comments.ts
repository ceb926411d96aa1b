import { createHash } from 'node:crypto';
import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import {
  MAX_VISITOR_COMMENTS,
  MAX_VISITOR_THREADS,
  type VisitorComment,
  type visitorCommentRoutes,
} from '@diorama/shared/contract/visitor-comments.ts';
import { authorizeVisitorComment } from '@diorama/shared/policy/comment.ts';
import { createComment } from '@diorama/shared/server/comments/comment-changes.queries.ts';
import {
  countVisitorComments,
  findVisitorComment,
  listVisitorComments,
  type VisitorCommentRow,
} from '@diorama/shared/server/comments/visitor-comments.queries.ts';
import type { Context } from 'koa';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { networkOf } from '../../middleware/client-address.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { openSharedScene } from './open-scene.ts';
import type { SharedScene } from './shared-scene.ts';

/** Maximum of visitor comments per scene and day, over all networks. */
const MAX_A_DAY = 500;
const RETRY_S = 60 * 60;

/** Visitor comments on published scenes whose link allows them. */
export function visitorCommentHandlers(deps: Deps): HandlersOf<typeof visitorCommentRoutes> {
  const { db, env, limits } = deps;

  /** @throws CodedError according to the scene's link. */
  const openForWords = async (id: string, ctx: Context): Promise<SharedScene> => {
    const scene = await openSharedScene(deps, id, ctx.get('authorization'));
    assertAllowed(authorizeVisitorComment(scene.sharing));
    return scene;
  };

  return {
    listVisitorComments: async ({ params }, { ctx }) => {
      const scene = await openForWords(params.uuid, ctx);
      const rows = await listVisitorComments(db, {
        compositionId: scene.id,
        threads: MAX_VISITOR_THREADS,
        most: MAX_VISITOR_COMMENTS,
      });
      const comments = rows.map(present);
      // Pages poll every few seconds, mostly without new comments.
      ctx.set('Cache-Control', 'private, no-cache');
      ctx.set('ETag', `W/"${createHash('sha256').update(JSON.stringify(comments)).digest('base64url')}"`);
      return { comments };
    },

    createVisitorComment: async ({ params, body }, { ctx, newId }) => {
      const scene = await openForWords(params.uuid, ctx);
      if ((await countVisitorComments(db, scene.id)) >= MAX_A_DAY) {
        throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
      }
      await limits.consume('visitor-comments-a-day', `${scene.id} ${networkOf(ctx.ip)}`);
      const id = await createComment(db, {
        id: newId,
        scene: { id: scene.id, accountId: scene.account_id, name: scene.name },
        speaker: { userId: null, name: body.name, publicUrl: env.publicUrl },
        text: body.text,
        parentId: body.parent ?? null,
        mentions: [],
        anchor: body.anchor ?? null,
        snapshotId: null,
      });
      const row = existing(await findVisitorComment(db, id));
      return present(row);
    },
  };
}

function present(row: VisitorCommentRow): VisitorComment {
  return {
    uuid: row.id,
    parent: row.parent_id,
    name: row.name,
    isVisitor: row.is_visitor,
    text: row.text,
    anchor: row.anchor,
    isResolved: row.is_resolved,
    createdAt: row.created_at,
  };
}
