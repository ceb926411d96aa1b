import type { Comment } from '@diorama/shared/contract/comments.ts';
import type { LiveMessage } from '../../api/live.ts';
import { movesThreads } from '../../hooks/moves-threads.ts';

/** Existing threads reported by the server: scene iri by thread iri. */
export type ThreadsThere = ReadonlyMap<string, string>;

export const NOTHING_THERE: ThreadsThere = new Map();

/**
 * Updates the existing threads after a message. A thread that is no longer unread may still exist, or be deleted or
 * inaccessible.
 */
export function threadsThere(before: ThreadsThere, message: LiveMessage): ThreadsThere {
  const { topic, event } = message;
  if (topic === 'reset') {
    return NOTHING_THERE;
  }
  if (topic === 'comment') {
    // The stream sends the answer of GET, to users with access.
    const comment = event.state as Comment | null;
    return comment === null
      ? without(before, (thread) => thread === event['@id'])
      : new Map([...before, [comment.parent ?? comment['@id'], comment.composition]]);
  }
  if (!movesThreads(message) || event.type !== 'deleted') {
    return before;
  }
  return topic === 'composition' ? without(before, (_, scene) => scene === event['@id']) : NOTHING_THERE;
}

function without(before: ThreadsThere, isGone: (thread: string, scene: string) => boolean): ThreadsThere {
  return new Map([...before].filter(([thread, scene]) => !isGone(thread, scene)));
}
