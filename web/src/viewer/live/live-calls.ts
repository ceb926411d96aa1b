import type { RouteResult } from '@diorama/shared/contract/define.ts';
import type { liveSceneRoutes } from '@diorama/shared/contract/live-scenes.ts';
import { unlockHeaders } from '../unlock-token.ts';
import { visitorUrl } from '../visitor-url.ts';

/** Answer for a live scene: a token for its socket, and its current files. */
type LiveScene = RouteResult<(typeof liveSceneRoutes)['openLiveScene']>;

/** Permanent refusal: the link is not live (any more), or needs a password. Retrying is useless. */
export class NotLiveError extends Error {}

const OVER: ReadonlySet<number> = new Set([403, 404, 423]);

/** Requests access to a live scene. @throws NotLiveError; Error for a temporary failure. */
export async function fetchLiveScene(uuid: string): Promise<LiveScene> {
  const headers = { accept: 'application/json', ...unlockHeaders(uuid) };
  const response = await fetch(visitorUrl('live', uuid), { headers });
  if (!response.ok) {
    const reason = `The scene is not live: ${response.status}`;
    throw OVER.has(response.status) ? new NotLiveError(reason) : new Error(reason);
  }
  return response.json();
}
