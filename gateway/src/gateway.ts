import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import { guardRequests } from '@diorama/shared/server/runtime/request-guard.ts';
import type { Registry } from 'prom-client';
import { createApp } from './app.ts';
import { trackConnections } from './close-connections.ts';
import { type Collab, createCollab } from './collab/collab.ts';
import type { AllHandlers } from './contract/mount.ts';
import type { Deps } from './deps.ts';
import { createLiveHub } from './live/hub.ts';
import { createOpenView } from './live/open-view.ts';
import { createWatchedLinks } from './live/watched-links.ts';
import { refuseMalformed } from './middleware/errors.ts';
import { accountHandlers } from './modules/accounts/routes.ts';
import { assetHandlers } from './modules/assets/routes.ts';
import { authHandlers } from './modules/auth/routes.ts';
import { billingHandlers } from './modules/billing/routes.ts';
import { commentHandlers } from './modules/comments/routes.ts';
import { compositionHandlers } from './modules/compositions/routes.ts';
import { defaultHandlers } from './modules/defaults/routes.ts';
import { discountHandlers } from './modules/discounts/routes.ts';
import { invitationHandlers } from './modules/invitations/routes.ts';
import { libraryHandlers } from './modules/library/routes.ts';
import { liveHandlers } from './modules/live/routes.ts';
import { memberHandlers } from './modules/members/routes.ts';
import { limitsMetHandlers } from './modules/operators/limits-met.ts';
import { overdueStorageHandlers } from './modules/operators/overdue-storage.ts';
import { createQueueBoard } from './modules/operators/queue-board.ts';
import { operatorHandlers } from './modules/operators/routes.ts';
import { organiseHandlers } from './modules/organise/routes.ts';
import { projectHandlers } from './modules/projects/routes.ts';
import { liveSceneHandlers } from './modules/public/live-scene.ts';
import { oembedHandlers } from './modules/public/oembed.ts';
import { previewHandlers } from './modules/public/preview.ts';
import { publicHandlers } from './modules/public/routes.ts';
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
import { createResumableUploads } from './uploads/resumable.ts';
import { createUrls } from './web/urls.ts';

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
  const collab = createCollab({ ...options.deps, urls });
  const deps = { ...options.deps, urls, collab };
  const hub = createLiveHub(deps, createOpenView(deps));
  const stops = new WeakMap<Server, () => Promise<void>>();
  const links = createWatchedLinks(deps, hub);
  const handlers: AllHandlers = {
    ...systemHandlers(deps),
    ...operatorHandlers(deps, queues),
    ...authHandlers(deps),
    ...userHandlers(deps),
    ...accountHandlers(deps),
    ...storageHandlers(deps),
    ...overdueStorageHandlers(deps),
    ...limitsMetHandlers(deps),
    ...billingHandlers(deps),
    ...discountHandlers(deps),
    ...assetHandlers(deps),
    ...memberHandlers(deps),
    ...invitationHandlers(deps),
    ...referralHandlers(deps),
    ...projectHandlers(deps),
    ...compositionHandlers(deps),
    ...commentHandlers(deps),
    ...versionHandlers(deps),
    ...reimagineHandlers(deps),
    ...libraryHandlers(deps),
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
