import type { Comment, CommentThread } from '@diorama/shared/contract/comments.ts';
import type { CommentRow, ThreadRow } from '@diorama/shared/server/comments/comments.queries.ts';
import type { Urls } from '../../web/urls.ts';
import { thumbnailOf } from '../compositions/serializer.ts';
import { serializeUserRef } from '../users/user-ref.ts';

/** A comment as a person who sees its scene reads it. */
export function serializeComment(urls: Urls, row: CommentRow): Comment {
  return {
    '@id': `/api/comments/${row.id}`,
    '@type': 'Comment',
    uuid: row.id,
    composition: `/api/compositions/${row.composition_id}`,
    parent: row.parent_id === null ? null : `/api/comments/${row.parent_id}`,
    number: row.number,
    author: row.author && serializeUserRef(urls, row.author),
    visitor: row.visitor_name,
    text: row.text,
    mentions: row.mentions.map((person) => serializeUserRef(urls, person)),
    anchor: row.anchor,
    snapshotUrl: urls.file(row.snapshot_object, 'snapshot.webp'),
    resolvedAt: row.resolved_at,
    resolvedBy: row.resolved_by && serializeUserRef(urls, row.resolved_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    unread: row.unread,
  };
}

/** A thread with its scene and its last reply. */
export function serializeThread(urls: Urls, row: ThreadRow): CommentThread {
  const { scene, last_reply: last } = row;
  return {
    ...serializeComment(urls, row),
    unread: row.unread_count > 0,
    scene: {
      '@id': `/api/compositions/${scene.id}`,
      uuid: scene.id,
      name: scene.name,
      thumbnail: thumbnailOf(urls, scene),
    },
    repliesNumber: row.replies,
    unreadNumber: row.unread_count,
    lastReply: last && {
      author: last.author && serializeUserRef(urls, last.author),
      visitor: last.visitor,
      text: last.text,
      createdAt: new Date(last.created_at).toISOString(),
    },
  };
}
