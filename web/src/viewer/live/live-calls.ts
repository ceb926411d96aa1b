import type { RouteResult } from '@diorama/shared/contract/define.ts';
import type { liveSceneRoutes } from '@diorama/shared/contract/live-scenes.ts';
import { unlockHeaders } from '../public-scene.ts';
import { visitorUrl } from '../visitor-url.ts';

/** What a visitor gets of a live scene: a token for its socket, and its files as they are now. */
export type LiveScene = RouteResult<(typeof liveSceneRoutes)['openLiveScene']>;

/** Asks for a scene live. @throws Error where the link is not live, or nobody answers. */
export async function askLive(uuid: string): Promise<LiveScene> {
  const headers = { accept: 'application/json', ...unlockHeaders(uuid) };
  const response = await fetch(visitorUrl('live', uuid), { headers });
  if (!response.ok) {
    throw new Error(`The scene is not live: ${response.status}`);
  }
  return response.json();
}
