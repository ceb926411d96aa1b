import { z } from 'zod';
import { commentAnchor } from './comment-anchor.ts';
import { defineRoutes } from './define.ts';
import { line, lines, time } from './fields.ts';
import { OPEN_SCENE_ERRORS } from './open-scene-errors.ts';

/** Longest name and longest comment of a visitor, in characters. */
export const MAX_VISITOR_NAME = 60;
export const MAX_VISITOR_TEXT = 2_000;
/** Maximum number of visitor threads returned, the most recently active first. */
export const MAX_VISITOR_THREADS = 100;
/** Maximum number of comments returned over all threads, the newest first. */
export const MAX_VISITOR_COMMENTS = 500;

/** One comment in a visitor thread, as all visitors read it. */
export const visitorComment = z.object({
  uuid: z.uuid(),
  /** Thread that the comment replies to; null for the first comment of a thread. */
  parent: z.uuid().nullable(),
  /** Null for a user who has left. */
  name: z.string().nullable(),
  /** Whether the author is a visitor rather than a member of the scene. */
  isVisitor: z.boolean(),
  text: z.string(),
  anchor: commentAnchor.nullable(),
  isResolved: z.boolean(),
  createdAt: time,
});
export type VisitorComment = z.output<typeof visitorComment>;

const params = z.object({ uuid: z.uuid() });

export const visitorCommentRoutes = defineRoutes({
  listVisitorComments: {
    route: 'GET /api/public/scenes/{uuid}/comments',
    auth: 'none',
    summary:
      'Lists the threads started by visitors of a published scene, with their newest replies, oldest first. Has an ETag.',
    params,
    response: z.object({ comments: z.array(visitorComment) }),
    errors: [...OPEN_SCENE_ERRORS, 'security.not-allowed'],
    limit: 'visitor-comment-lists',
  },
  createVisitorComment: {
    route: 'POST /api/public/scenes/{uuid}/comments',
    auth: 'none',
    summary: "Adds a comment to a published scene whose link allows it, or a reply to a visitor's thread.",
    status: 201,
    params,
    body: z.object({
      name: line(MAX_VISITOR_NAME),
      text: lines(MAX_VISITOR_TEXT),
      parent: z.uuid().nullish(),
      anchor: commentAnchor.nullish(),
    }),
    response: visitorComment,
    errors: [...OPEN_SCENE_ERRORS, 'request.conflict', 'security.not-allowed', 'security.blocked'],
    limit: 'visitor-comments',
    idempotent: 'scene',
  },
});
