import type { RouteResult } from '@diorama/shared/contract/define.ts';
import type { liveSceneRoutes } from '@diorama/shared/contract/live-scenes.ts';
import { unlockHeaders } from '../unlock-token.ts';
import { visitorUrl } from '../visitor-url.ts';

/** What a visitor gets of a live scene: a token for its socket, and its files as they are now. */
export type LiveScene = RouteResult<(typeof liveSceneRoutes)['openLiveScene']>;

/** Nobody is let in: the link is not live (any more), or asks for a password. To ask again changes nothing. */
export class NotLive extends Error {}

const OVER: ReadonlySet<number> = new Set([403, 404, 423]);

/** Asks for a scene live. @throws NotLive; Error where nobody answers, which may be otherwise soon. */
export async function askLive(uuid: string): Promise<LiveScene> {
  const headers = { accept: 'application/json', ...unlockHeaders(uuid) };
  const response = await fetch(visitorUrl('live', uuid), { headers });
  if (!response.ok) {
    const reason = `The scene is not live: ${response.status}`;
    throw OVER.has(response.status) ? new NotLive(reason) : new Error(reason);
  }
  return response.json();
}
