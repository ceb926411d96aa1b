import { z } from 'zod';
import { COMMENT_STATES } from '../domain/comment-states.ts';
import { commentAnchor } from './comment-anchor.ts';
import { defineRoutes } from './define.ts';
import { iri, lines, time, userRef } from './fields.ts';
import { collection, listQuery, ref, resource } from './hydra.ts';

/** The longest comment, in characters. */
export const MAX_COMMENT_LENGTH = 5_000;
/** Maximum number of comments of a scene, with deleted ones whose replies are kept. */
export const MAX_COMMENTS = 10_000;
/** Maximum number of mentions in one comment. */
export const MAX_MENTIONS = 20;

const shape = {
  composition: iri,
  parent: iri.nullable(),
  /** Sequence number of the thread within the scene; null for a reply. */
  number: z.number().int().nullable(),
  author: userRef.nullable(),
  /** Display name of a visitor of a public link, who has no `author`; null for comments by users. */
  visitor: z.string().nullable(),
  text: z.string(),
  mentions: z.array(userRef),
  anchor: commentAnchor.nullable(),
  snapshotUrl: z.string().nullable(),
  resolvedAt: time.nullable(),
  resolvedBy: userRef.nullable(),
  createdAt: time,
  updatedAt: time,
  unread: z.boolean(),
};

/** One comment on a scene. A thread is a comment without `parent` and its replies. */
export const comment = resource('Comment', shape);
export type Comment = z.output<typeof comment>;

/** A thread as the overview shows it: its first comment, its scene and its latest comment. */
export const commentThread = resource('Comment', {
  ...shape,
  scene: z.object({ '@id': iri, uuid: z.uuid(), name: z.string(), thumbnail: z.string().nullable() }),
  repliesNumber: z.number().int(),
  unreadNumber: z.number().int(),
  lastReply: z
    .object({ author: userRef.nullable(), visitor: z.string().nullable(), text: z.string(), createdAt: time })
    .nullable(),
});
export type CommentThread = z.output<typeof commentThread>;

const text = lines(MAX_COMMENT_LENGTH);
const mentions = z.array(ref).max(MAX_MENTIONS);

export const commentRoutes = defineRoutes({
  listThreads: {
    route: 'GET /api/comments',
    summary:
      'Lists the comment threads of all visible scenes, latest activity first. The total counts at most 1,000 after the page.',
    query: z.object({
      ...listQuery,
      state: z.enum(COMMENT_STATES).optional(),
      'account.uuid': ref.optional(),
    }),
    response: collection(commentThread.partial().required({ '@id': true, '@type': true, uuid: true })),
  },
  countUnread: {
    route: 'GET /api/comments/unread',
    summary: 'Counts the threads with unread comments; 100 means 100 or more.',
    query: z.object({ 'composition.uuid': ref.optional() }),
    response: z.object({ threads: z.number().int() }),
    errors: ['request.not-found', 'security.account.suspended'],
  },
  listComments: {
    route: 'GET /api/compositions/{id}/comments',
    summary:
      'Lists the comments on a scene, oldest first: threads and replies in one list, whole threads, or a single thread.',
    query: z.object({
      ...listQuery,
      state: z.enum(COMMENT_STATES).optional(),
      /** Pages contain and count whole threads, the most recently active first. */
      'order[activeAt]': z.literal('desc').optional(),
      /** Thread that the comment starts or belongs to. */
      thread: ref.optional(),
    }),
    response: collection(comment),
    errors: ['request.not-found', 'security.account.suspended'],
  },
  createComment: {
    route: 'POST /api/compositions/{id}/comments',
    summary: 'Adds a comment to a scene, or a reply to an unresolved thread.',
    status: 201,
    body: z.object({
      text,
      parent: ref.nullish(),
      mentions: mentions.default([]),
      anchor: commentAnchor.nullish(),
      snapshot: ref.nullish(),
    }),
    response: comment,
    errors: ['request.not-found', 'request.conflict', 'security.account.suspended'],
    idempotent: 'caller',
  },
  listScenePeople: {
    route: 'GET /api/compositions/{id}/people',
    summary: 'Lists up to 1,000 users who can see a scene and can be mentioned, by name.',
    response: collection(userRef),
    errors: ['request.not-found', 'security.account.suspended'],
  },
  getComment: {
    route: 'GET /api/comments/{id}',
    summary: 'Returns a comment.',
    response: comment,
    errors: ['request.not-found', 'security.account.suspended'],
  },
  patchComment: {
    route: 'PATCH /api/comments/{id}',
    summary: "Edits the user's own comment, or resolves or reopens a thread.",
    body: z.object({
      text: text.optional(),
      mentions: mentions.optional(),
      resolved: z.boolean().optional(),
    }),
    response: comment,
    errors: ['request.not-found', 'request.conflict', 'security.not-allowed', 'security.account.suspended'],
  },
  deleteComment: {
    route: 'DELETE /api/comments/{id}',
    summary: 'Deletes a comment. Deleting the first comment deletes its thread.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  readThread: {
    route: 'POST /api/comments/{id}/read',
    summary: 'Marks all comments in a thread as read.',
    response: comment,
    errors: ['request.not-found', 'security.account.suspended'],
  },
  readAllThreads: {
    route: 'POST /api/comments/read',
    summary: 'Marks all comments on all visible scenes as read.',
    response: z.object({ read: z.number().int() }),
  },
});
