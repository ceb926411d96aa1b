import type { Comment } from '@diorama/shared/contract/comments.ts';
import type { LiveMessage } from '../../api/live.ts';
import { movesThreads } from '../../hooks/moves-threads.ts';

/** The scenes of threads that the server has told of and taken back by nothing since: iris by iris. */
export type ThreadsThere = ReadonlyMap<string, string>;

export const NOTHING_THERE: ThreadsThere = new Map();

/**
 * What is known to be there after a message. That a thread is unread no longer says nothing of whether it is there: it may
 * have been deleted, or its scene closed to the person.
 */
export function threadsThere(before: ThreadsThere, message: LiveMessage): ThreadsThere {
  const { topic, event } = message;
  if (topic === 'reset') {
    return NOTHING_THERE;
  }
  if (topic === 'comment') {
    // The stream sends what GET sends, to those who may see it.
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
