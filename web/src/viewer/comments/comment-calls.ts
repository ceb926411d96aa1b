import type { CommentAnchor } from '@diorama/shared/contract/comments.ts';
import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import { unlockHeaders } from '../unlock-token.ts';
import { visitorUrl } from '../visitor-url.ts';

/** Why something could not be read or said. */
export type CommentTrouble = 'off' | 'settled' | 'tooMany' | 'unreachable';

/** What came of a call. */
export type CommentAnswer<Value> = { value: Value } | { trouble: CommentTrouble };

/** What a visitor says; `parent` is the thread that it answers in. */
export type Said = { name: string; text: string; parent: string | null; anchor: CommentAnchor | null };

const TROUBLES = new Map<number, CommentTrouble>([
  [403, 'off'],
  [404, 'off'],
  [423, 'off'],
  [409, 'settled'],
  [422, 'settled'],
  [429, 'tooMany'],
]);

/** What visitors said about a scene, oldest first. Never throws. */
export async function listComments(uuid: string): Promise<CommentAnswer<VisitorComment[]>> {
  const answer = await call<{ comments: VisitorComment[] }>(uuid, {});
  return 'value' in answer ? { value: answer.value.comments } : answer;
}

/** Says something about a scene. Never throws. */
export function sayComment(uuid: string, said: Said): Promise<CommentAnswer<VisitorComment>> {
  return call(uuid, { method: 'POST', body: JSON.stringify(said) });
}

async function call<Value>(
  uuid: string,
  request: { method?: 'POST'; body?: string },
): Promise<CommentAnswer<Value>> {
  try {
    const response = await fetch(visitorUrl('comments', uuid), {
      ...request,
      headers: {
        accept: 'application/json',
        ...(request.body && { 'content-type': 'application/json' }),
        ...unlockHeaders(uuid),
      },
    });
    return response.ok
      ? { value: await response.json() }
      : { trouble: TROUBLES.get(response.status) ?? 'unreachable' };
  } catch {
    return { trouble: 'unreachable' };
  }
}
