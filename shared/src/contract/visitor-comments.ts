import { z } from 'zod';
import { commentAnchor } from './comments.ts';
import { defineRoutes } from './define.ts';
import { line, lines, time } from './fields.ts';
import { OPEN_SCENE_ERRORS } from './open-scene-errors.ts';

/** The longest name that a visitor can give, and the longest thing to say, in characters. */
export const MAX_VISITOR_NAME = 60;
export const MAX_VISITOR_TEXT = 2_000;
/** So many threads of visitors are shown, those in which something was said last. */
export const MAX_VISITOR_THREADS = 100;
/** And so much of what was said in them, the newest. */
export const MAX_VISITOR_COMMENTS = 500;

/** One thing that was said in a thread of visitors, as all visitors read it. */
export const visitorComment = z.object({
  uuid: z.uuid(),
  /** The thread that it answers in; null for the first of a thread. */
  parent: z.uuid().nullable(),
  /** Null for somebody who has left. */
  name: z.string().nullable(),
  /** Said by a visitor, and not by somebody who works on the scene. */
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
    method: 'GET',
    path: '/api/public/scenes/{uuid}/comments',
    auth: 'none',
    summary:
      'The threads that visitors of a published scene began, with their newest answers, oldest first; has an ETag.',
    status: 200,
    params,
    response: z.object({ comments: z.array(visitorComment) }),
    errors: [...OPEN_SCENE_ERRORS, 'security.not-allowed'],
    limit: 'visitor-comment-lists',
  },
  createVisitorComment: {
    method: 'POST',
    path: '/api/public/scenes/{uuid}/comments',
    auth: 'none',
    summary:
      'Says something about a published scene whose link allows it, or answers in a thread of visitors.',
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
