import type { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import type { RouteResult } from '@diorama/shared/contract/define.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { inVisitorLanguage } from './scene-language.ts';
import { storeUnlockToken, unlockHeaders } from './unlock-token.ts';
import { visitorUrl } from './visitor-url.ts';

type Answer = RouteResult<(typeof compositionRoutes)['getPublicScene']>;

/** A published scene as in the public answer; `standalone` in a downloaded page, which has no gateway. */
export type PublicScene = Omit<Answer, 'document'> & { document: SceneDocument; standalone?: Standalone };

/** Address of a downloaded page, and the mark of Diorama where the plan of the workspace shows it. */
export type Standalone = { pageUrl: string; mark: { text: string; url: string } | null };

/** Result of a request for a scene. */
export type SceneAnswer =
  | { state: 'open'; scene: PublicScene }
  | { state: 'locked'; name: string }
  | { state: 'absent' }
  | { state: 'expired' }
  | { state: 'blocked' }
  | { state: 'unreachable' };

/** Result of a password attempt; `closed` if the scene is no longer available. */
export type UnlockAnswer = 'open' | 'closed' | 'wrong' | 'tooMany' | 'unreachable';

/**
 * Requests a published scene, with the token of an earlier unlock in this tab. Never throws.
 * @param cache - `reload` bypasses the browser's cache
 */
export async function fetchPublicScene(uuid: string, cache: RequestCache = 'default'): Promise<SceneAnswer> {
  try {
    const headers = { accept: 'application/json', ...unlockHeaders(uuid) };
    const response = await fetch(visitorUrl('scene', uuid), { headers, cache });
    return response.ok
      ? { state: 'open', scene: inVisitorLanguage<PublicScene>(await response.json()) }
      : await refusalOf(response);
  } catch {
    return { state: 'unreachable' };
  }
}

/** Requests the current state of a scene; null if it fails or the scene is closed. Never throws. */
export type AskScene = () => Promise<Pick<PublicScene, 'assets' | 'output'> | null>;

/** Creates the request function of a public page. */
export const askPublicScene =
  (uuid: string): AskScene =>
  async () => {
    const answer = await fetchPublicScene(uuid, 'reload');
    return answer.state === 'open' ? answer.scene : null;
  };

async function refusalOf(response: Response): Promise<SceneAnswer> {
  switch (response.status) {
    case 403:
      return { state: 'blocked' };
    case 404:
      return { state: (await response.json()).description === 'scene.expired' ? 'expired' : 'absent' };
    case 423:
      return { state: 'locked', name: (await response.json()).name ?? '' };
    default:
      return { state: 'unreachable' };
  }
}

/** Tries a password; a correct one is remembered in this tab for as long as the gateway allows. Never throws. */
export async function unlockPublicScene(uuid: string, password: string): Promise<UnlockAnswer> {
  try {
    const response = await fetch(visitorUrl('unlock', uuid), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ password }),
    });
    if (!response.ok) {
      return (
        ({ 401: 'wrong', 404: 'closed', 429: 'tooMany' }[response.status] as UnlockAnswer | undefined) ??
        'unreachable'
      );
    }
    const { token }: { token: string } = await response.json();
    storeUnlockToken(uuid, token);
    return 'open';
  } catch {
    return 'unreachable';
  }
}

/** Uuid in the address of a public page or an embed, such as `/es/view/{uuid}`; empty if there is none. */
export function uuidOfPath(path: string): string {
  return /\/(?:view|embed)\/([0-9a-fA-F-]{36})\/?$/.exec(path)?.[1] ?? '';
}
