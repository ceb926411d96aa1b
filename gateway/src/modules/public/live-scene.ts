import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { liveSceneRoutes } from '@diorama/shared/contract/live-scenes.ts';
import { listSceneFiles } from '@diorama/shared/server/assets/assets.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { WatchedLinks } from '../../live/watched-links.ts';
import { networkOf } from '../../middleware/client-address.ts';
import type { Urls } from '../../web/urls.ts';
import { openSharedScene } from './open-scene.ts';
import { serializeFiles } from './serializer.ts';
import { getSharedScene } from './shared-scene.ts';

/** Lifetime of a token that only opens the socket. Its rights are read again on each change. */
const LIVE_SECONDS = 24 * 60 * 60;

/** Delay before a network above its limit may retry, in seconds. */
const RETRY_S = 60;

/** Live updates of published scenes for visitors, and notifications when their link ends. */
export function liveSceneHandlers(
  deps: Deps & { urls: Urls },
  links: WatchedLinks,
): HandlersOf<typeof liveSceneRoutes> {
  const { db, tokens, urls, clock, connections } = deps;
  return {
    watchScene: async ({ params }, { ctx, ip }) => {
      // The password is not checked: the stream only reports that something has changed.
      const scene = await getSharedScene(db, params.uuid);
      const leave = connections.open({ limit: 'link-streams-of-network', holder: networkOf(ip) });
      if (leave === null) {
        throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
      }
      ctx.respond = false;
      await links.watch(scene, ctx.res).finally(leave);
      return undefined;
    },
    openLiveScene: async ({ params }, { ctx }) => {
      const scene = await openSharedScene(deps, params.uuid, ctx.get('authorization'));
      if (!scene.sharing.live) {
        throw new CodedError('security.not-allowed');
      }
      const files = await listSceneFiles(db, { compositionId: scene.id, accountId: scene.account_id });
      // Not published: their URLs last minutes, and no longer than the link's password.
      const shown = { keyVersion: scene.keyVersion, isPublic: false };
      ctx.set('Cache-Control', 'private, no-store');
      return {
        token: await tokens.share(scene.id, scene.keyVersion, LIVE_SECONDS),
        expiresAt: new Date(clock.now().getTime() + LIVE_SECONDS * 1_000).toISOString(),
        assets: serializeFiles(urls, files, shown),
      };
    },
  };
}
