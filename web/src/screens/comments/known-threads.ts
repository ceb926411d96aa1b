import type { Comment } from '@diorama/shared/contract/comments.ts';
import type { LiveMessage } from '../../api/live.ts';
import { affectsThreads } from '../../hooks/affects-threads.ts';

/** Existing threads reported by the server: scene iri by thread iri. */
export type KnownThreads = ReadonlyMap<string, string>;

export const NO_KNOWN_THREADS: KnownThreads = new Map();

/**
 * Updates the existing threads after a message. A thread that is no longer unread may still exist, or be deleted or
 * inaccessible.
 */
export function updateKnownThreads(before: KnownThreads, message: LiveMessage): KnownThreads {
  const { topic, event } = message;
  if (topic === 'reset') {
    return NO_KNOWN_THREADS;
  }
  if (topic === 'comment') {
    // The stream sends the answer of GET, to users with access.
    const comment = event.state as Comment | null;
    return comment === null
      ? without(before, (thread) => thread === event['@id'])
      : new Map([...before, [comment.parent ?? comment['@id'], comment.composition]]);
  }
  if (!affectsThreads(message) || event.type !== 'deleted') {
    return before;
  }
  return topic === 'composition' ? without(before, (_, scene) => scene === event['@id']) : NO_KNOWN_THREADS;
}

function without(before: KnownThreads, isGone: (thread: string, scene: string) => boolean): KnownThreads {
  return new Map([...before].filter(([thread, scene]) => !isGone(thread, scene)));
}
