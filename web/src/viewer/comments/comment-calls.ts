import type { CommentAnchor } from '@diorama/shared/contract/comment-anchor.ts';
import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import type { PendingRequests } from '../../api/pending-requests.ts';
import { unlockHeaders } from '../unlock-token.ts';
import { visitorUrl } from '../visitor-url.ts';

/** Reason of a failed call. */
export type CommentFailure = 'off' | 'settled' | 'tooMany' | 'unreachable';

/** Result of a call. */
export type CommentAnswer<Value> = { value: Value } | { trouble: CommentFailure };

/** A new comment; `parent` is the thread of a reply. */
export type NewComment = { name: string; text: string; parent: string | null; anchor: CommentAnchor | null };

const TROUBLES = new Map<number, CommentFailure>([
  [403, 'off'],
  [404, 'off'],
  [423, 'off'],
  [409, 'settled'],
  [422, 'settled'],
  [429, 'tooMany'],
]);

/** Lists visitors' comments on a scene, oldest first. Never throws. */
export async function fetchComments(uuid: string): Promise<CommentAnswer<VisitorComment[]>> {
  const answer = await call<{ comments: VisitorComment[] }>(uuid, {});
  return 'value' in answer ? { value: answer.value.comments } : answer;
}

/** Posts a comment; retries until an answer create it only once. Never throws. */
export async function postComment(
  uuid: string,
  comment: NewComment,
  pending: PendingRequests<{ body: string }>,
): Promise<CommentAnswer<VisitorComment>> {
  const body = JSON.stringify(comment);
  const sent = pending.find((other) => other.body === body) ?? pending.add({ body });
  const headers = { 'content-type': 'application/json', 'idempotency-key': sent.key };
  const answer = await call<VisitorComment>(uuid, { method: 'POST', body, headers });
  if ('value' in answer) {
    pending.remove(sent);
  }
  return answer;
}

async function call<Value>(
  uuid: string,
  request: { method?: 'POST'; body?: string; headers?: Record<string, string> },
): Promise<CommentAnswer<Value>> {
  try {
    const response = await fetch(visitorUrl('comments', uuid), {
      ...request,
      headers: { accept: 'application/json', ...request.headers, ...unlockHeaders(uuid) },
    });
    return response.ok ? { value: await response.json() } : { trouble: await troubleOf(response) };
  } catch {
    return { trouble: 'unreachable' };
  }
}

async function troubleOf(response: Response): Promise<CommentFailure> {
  if (response.status === 409 && (await response.json()).description === 'idempotency.running') {
    // The previous request is still in progress.
    return 'tooMany';
  }
  return TROUBLES.get(response.status) ?? 'unreachable';
}
