import type { Comment } from '@diorama/shared/contract/comments.ts';
import type { LiveMessage } from '../../api/live.ts';

/** The new comment on a scene in which somebody else mentions a person; null when the message tells of none. */
export function mentionIn(
  { topic, event }: LiveMessage,
  { sceneId, me }: { sceneId: string; me: string },
): Comment | null {
  if (topic !== 'comment' || event.type !== 'created' || event.state === null) {
    return null;
  }
  // The stream sends what GET sends.
  const comment = event.state as Comment;
  const isOfScene = comment.composition === `/api/compositions/${sceneId}`;
  const isCalled = comment.mentions.some(({ uuid }) => uuid === me);
  return isOfScene && isCalled && comment.unread ? comment : null;
}
