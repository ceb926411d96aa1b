import type { Comment } from '@diorama/shared/contract/comments.ts';
import type { LiveMessage } from '../../../../api/live.ts';

/** New comment on a scene in which another user mentions this user; null for any other message. */
export function mentionIn(
  { topic, event }: LiveMessage,
  { sceneId, me }: { sceneId: string; me: string },
): Comment | null {
  if (topic !== 'comment' || event.type !== 'created' || event.state === null) {
    return null;
  }
  // The stream sends the same body as GET.
  const comment = event.state as Comment;
  const isOfScene = comment.composition === `/api/compositions/${sceneId}`;
  const isCalled = comment.mentions.some(({ uuid }) => uuid === me);
  return isOfScene && isCalled && comment.unread ? comment : null;
}
