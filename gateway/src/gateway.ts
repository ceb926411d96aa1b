import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import type { limitRoutes } from '@diorama/shared/contract/limits-met.ts';
import type { liveSceneRoutes } from '@diorama/shared/contract/live-scenes.ts';
import type { oembedRoutes } from '@diorama/shared/contract/oembed.ts';
import { EMBED_PRESETS, embedCode } from '@diorama/shared/domain/embed-code.ts';
import { SCENE_PICTURE } from '@diorama/shared/domain/picture-sizes.ts';
import { UUID_PATTERN } from '@diorama/shared/domain/uuid.ts';
import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import { listSceneFiles } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import { type LimitMetRow, listLimitsMet } from '@diorama/shared/server/operations/limits-met.queries.ts';
import { guardRequests } from '@diorama/shared/server/runtime/request-guard.ts';
import type { Registry } from 'prom-client';
import { createApp } from './app.ts';
import { type Collab, createCollab } from './collab/collab.ts';
import type { HandlersOf } from './contract/handler.ts';
import type { AllHandlers } from './contract/mount.ts';
import type { Deps } from './deps.ts';
import { LiveHub } from './live/hub.ts';
import { createOpenView } from './live/open-view.ts';
import { WatchedLinks } from './live/watched-links.ts';
import { networkOf } from './middleware/client-address.ts';
import { refuseMalformed } from './middleware/errors.ts';
import { accountHandlers } from './modules/accounts/routes.ts';
import { outputHandlers } from './modules/assets/output-routes.ts';
import { assetHandlers } from './modules/assets/routes.ts';
import { googleHandlers } from './modules/auth/google-routes.ts';
import { passwordHandlers } from './modules/auth/password-routes.ts';
import { authHandlers } from './modules/auth/routes.ts';
import { billingHandlers } from './modules/billing/routes.ts';
import { commentHandlers } from './modules/comments/routes.ts';
import { unreadCommentHandlers } from './modules/comments/unread-routes.ts';
import { documentHandlers } from './modules/compositions/document-routes.ts';
import { compositionHandlers } from './modules/compositions/routes.ts';
import type { SceneDeps } from './modules/compositions/service.ts';
import { defaultHandlers } from './modules/defaults/routes.ts';
import { discountHandlers } from './modules/discounts/routes.ts';
import { accessRequestHandlers } from './modules/invitations/request-routes.ts';
import { invitationHandlers } from './modules/invitations/routes.ts';
import { libraryHandlers } from './modules/library/routes.ts';
import { libraryVersionHandlers } from './modules/library/version-routes.ts';
import { liveHandlers } from './modules/live/routes.ts';
import { memberHandlers } from './modules/members/routes.ts';
import { failedJobHandlers } from './modules/operators/failed-jobs.ts';
import { overdueStorageHandlers } from './modules/operators/overdue-storage.ts';
import { createQueueBoard } from './modules/operators/queue-board.ts';
import { operatorHandlers } from './modules/operators/routes.ts';
import { organiseHandlers } from './modules/organise/routes.ts';
import { projectHandlers } from './modules/projects/routes.ts';
import { openSharedScene } from './modules/public/open-scene.ts';
import { previewHandlers } from './modules/public/preview.ts';
import { publicHandlers } from './modules/public/routes.ts';
import { pictureOf, serializeFiles } from './modules/public/serializer.ts';
import { getSharedScene } from './modules/public/shared-scene.ts';
import { visitorCommentHandlers } from './modules/public/visitor-comments.ts';
import { qrHandlers } from './modules/qrs/routes.ts';
import { referralHandlers } from './modules/referrals/routes.ts';
import { reimagineHandlers } from './modules/reimagines/routes.ts';
import { storageHandlers } from './modules/storage/routes.ts';
import { systemHandlers } from './modules/system/routes.ts';
import { tagHandlers } from './modules/tags/routes.ts';
import { userHandlers } from './modules/users/routes.ts';
import { versionHandlers } from './modules/versions/routes.ts';
import { visitHandlers } from './modules/visits/routes.ts';
import { webPageHandlers } from './modules/web-page/routes.ts';
import { workspaceTransferHandlers } from './modules/workspace-transfers/routes.ts';
import { createResumableUploads } from './uploads/resumable.ts';
import { createUrls, type Urls } from './web/urls.ts';

const PAGE = new RegExp(`^(?:/(?:${LANGUAGES.join('|')}))?/(?:view|embed)/(${UUID_PATTERN})/?$`);

const HOUR_S = 3_600;

/** Lifetime of a token that only opens the socket. Its rights are read again on each change. */
const LIVE_SECONDS = 24 * 60 * 60;

/** Delay before a network above its limit may retry, in seconds. */
const RETRY_S = 60;

/** Interval between checks for idle connections, in milliseconds. */
const LOOK_AGAIN_MS = 50;

const SHOWN = 200;

const HASH_LENGTH = 12;

/** The gateway's wired parts, without a listening port. */
export interface Gateway {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Serves the sockets of a server. */
  attach(server: Server): void;
  collab: Collab;
  /** Ends streams and sockets, stores pending updates, and lets running requests end. */
  stopAccepting(server: Server): Promise<void>;
}

/** Builds the gateway for the roles its environment names. */
export function createGateway(options: {
  deps: Deps;
  queues: Queues;
  metrics: Registry;
  checkResponses: boolean;
}): Gateway {
  const { queues, metrics, checkResponses } = options;
  const urls = createUrls(options.deps.env.publicUrl, options.deps.signer);
  const collab = createCollab({ ...options.deps, urls, metrics });
  const deps = { ...options.deps, urls, collab };
  const hub = new LiveHub(deps, createOpenView(deps));
  const stops = new WeakMap<Server, () => Promise<void>>();
  const links = new WatchedLinks(deps, hub);
  const handlers = createHandlers(deps, { queues, hub, links });
  const uploads = createResumableUploads(deps);
  const operators = createQueueBoard(deps, queues);
  const app = createApp({ deps, handlers, metrics, operators, uploads: uploads.serve, checkResponses });

  return {
    handle: guardRequests(app.callback(), { refuse: refuseMalformed, logger: deps.logger }),
    attach: (server) => {
      stops.set(server, trackConnections(server));
      if (deps.env.gatewayRoles.has('collab')) {
        collab.attach(server);
      }
    },
    collab,
    stopAccepting: async (server) => {
      // A server that it never served is closed too.
      const closed = (stops.get(server) ?? trackConnections(server))();
      await uploads.close();
      await hub.close();
      await links.close();
      await collab.close();
      await closed;
    },
  };
}

/** A handler for every route. */
function createHandlers(
  deps: SceneDeps,
  { queues, hub, links }: { queues: Queues; hub: LiveHub; links: WatchedLinks },
): AllHandlers {
  return {
    ...systemHandlers(deps),
    ...operatorHandlers(deps, queues),
    ...failedJobHandlers(deps, queues),
    ...authHandlers(deps),
    ...googleHandlers(deps),
    ...passwordHandlers(deps),
    ...userHandlers(deps),
    ...accountHandlers(deps),
    ...storageHandlers(deps),
    ...webPageHandlers(deps),
    ...workspaceTransferHandlers(deps),
    ...overdueStorageHandlers(deps),
    ...limitsMetHandlers(deps),
    ...billingHandlers(deps),
    ...discountHandlers(deps),
    ...assetHandlers(deps),
    ...outputHandlers(deps),
    ...memberHandlers(deps),
    ...invitationHandlers(deps),
    ...accessRequestHandlers(deps),
    ...referralHandlers(deps),
    ...projectHandlers(deps),
    ...compositionHandlers(deps),
    ...documentHandlers(deps),
    ...commentHandlers(deps),
    ...unreadCommentHandlers(deps),
    ...versionHandlers(deps),
    ...reimagineHandlers(deps),
    ...libraryHandlers(deps),
    ...libraryVersionHandlers(deps),
    ...organiseHandlers(deps),
    ...tagHandlers(deps),
    ...defaultHandlers(),
    ...publicHandlers(deps),
    ...previewHandlers(deps),
    ...oembedHandlers(deps),
    ...qrHandlers(),
    ...visitHandlers(deps),
    ...visitorCommentHandlers(deps),
    ...liveSceneHandlers(deps, links),
    ...liveHandlers(deps, hub),
  };
}

/** Users and networks that reached limits, for operators. */
function limitsMetHandlers({ db, env }: Deps): HandlersOf<typeof limitRoutes> {
  const [key = ''] = env.secretKeys;
  const holderOf = ({ subject, holder }: LimitMetRow) =>
    subject === 'user'
      ? holder
      : createHash('sha256').update(`${key} ${holder}`).digest('hex').slice(0, HASH_LENGTH);
  return {
    listLimitsMet: async (_input, { ctx }) => {
      ctx.set('Cache-Control', 'no-store');
      const rows = await listLimitsMet(db, { most: SHOWN });
      return {
        limits: rows.map((row) => ({
          limit: row.limit,
          subject: row.subject,
          holder: holderOf(row),
          name: row.name,
          count: row.count,
          lastAt: row.last_at,
        })),
      };
    },
  };
}

/**
 * Tracks the connections of a server. Once the server stops, each connection is closed after its response.
 * Connections without any request are closed at once: browsers and pools open them in advance, and Node
 * counts them as busy.
 * @returns stops the server; resolves when the last connection is closed.
 */
function trackConnections(server: Server): () => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdle = () => {
    server.closeIdleConnections();
    for (const socket of open) {
      if (socket.bytesRead === 0) {
        socket.destroy();
      }
    }
  };
  return () =>
    new Promise((resolve) => {
      const looking = setInterval(closeIdle, LOOK_AGAIN_MS);
      // The server itself counts only the connections that it has accepted, not those that it was given.
      const allClosed = Promise.all([
        new Promise((closed) => server.close(closed)),
        ...Array.from(open, (socket) => new Promise((closed) => socket.once('close', closed))),
      ]);
      allClosed.then(() => {
        clearInterval(looking);
        resolve();
      });
      closeIdle();
    });
}

/** Live updates of published scenes for visitors, and notifications when their link ends. */
function liveSceneHandlers(
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

/** oEmbed, with which other sites embed a scene by its URL. */
function oembedHandlers({ db, urls }: Deps & { urls: Urls }): HandlersOf<typeof oembedRoutes> {
  return {
    getOembed: async ({ query }) => {
      if (query.format !== undefined && query.format !== 'json') {
        throw new CodedError('oembed.format');
      }
      const id = existing(sceneOfAddress(query.url, urls.absolute('/')));
      const scene = await getSharedScene(db, id);
      const { width, height } = fitInto(query.maxwidth, query.maxheight);
      const isPublic = scene.privacy === 'public';
      const picture = isPublic ? pictureOf(urls, scene) : null;
      return {
        version: '1.0',
        type: 'rich',
        provider_name: 'Diorama',
        provider_url: urls.absolute('/'),
        title: scene.name,
        // The page of a locked scene does not reveal its owner either.
        ...(isPublic && { author_name: scene.account_name }),
        html: embedCode(urls.absolute(`/embed/${scene.id}`), scene.name, {
          width,
          height,
          isResponsive: false,
        }),
        width,
        height,
        ...(picture !== null && {
          thumbnail_url: picture,
          thumbnail_width: SCENE_PICTURE.width,
          thumbnail_height: SCENE_PICTURE.height,
        }),
        cache_age: HOUR_S,
      };
    },
  };
}

/** The scene id in a URL of the product; null for every other URL. */
function sceneOfAddress(address: string, home: string): string | null {
  if (!URL.canParse(address)) {
    return null;
  }
  const { origin, pathname } = new URL(address);
  return origin === new URL(home).origin ? (PAGE.exec(pathname)?.[1]?.toLowerCase() ?? null) : null;
}

/** The usual size, made smaller until it fits, in its proportions. */
function fitInto(maxWidth = Number.POSITIVE_INFINITY, maxHeight = Number.POSITIVE_INFINITY) {
  const { width, height } = EMBED_PRESETS.medium;
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}
