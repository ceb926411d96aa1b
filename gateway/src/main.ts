import { mkdir } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { LIBRARY_SEED_VERSION } from '@diorama/shared/domain/library.ts';
import { requestLibrarySeeds } from '@diorama/shared/server/assets/library-changes.ts';
import { choosePayments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import { REQUEST_DEADLINES } from '@diorama/shared/server/db/deadlines.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { createPublisher } from '@diorama/shared/server/jobs/publisher.ts';
import { createQueues } from '@diorama/shared/server/jobs/queue.ts';
import { startSchedule } from '@diorama/shared/server/jobs/schedule.ts';
import { createFileSigner } from '@diorama/shared/server/objects/signing.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import {
  type InstallationFigures,
  readInstallationFigures,
} from '@diorama/shared/server/operations/installation-figures.queries.ts';
import { systemClock } from '@diorama/shared/server/runtime/clock.ts';
import { loadEnv, setTemporaryFolder } from '@diorama/shared/server/runtime/env.ts';
import { createMetrics } from '@diorama/shared/server/runtime/health.ts';
import { startHeartbeat } from '@diorama/shared/server/runtime/heartbeat.ts';
import { createLogger, type Logger } from '@diorama/shared/server/runtime/logger.ts';
import { reportPorts } from '@diorama/shared/server/runtime/report-ports.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/runtime/shutdown.ts';
import { Gauge, type Registry } from 'prom-client';
import { createKnownBrowsers } from './auth/known-browsers.ts';
import { createPasswords } from './auth/passwords.ts';
import { createTokens } from './auth/tokens.ts';
import { createSceneStore } from './collab/scene-store.ts';
import { seedDemo } from './demo/seed.ts';
import type { Deps } from './deps.ts';
import { createDocuments } from './documents/documents.ts';
import { createGateway } from './gateway.ts';
import { BODY_BYTES, ByteBudget } from './limits/byte-budget.ts';
import { createConnectionLimits } from './limits/connection-limits.ts';
import { createLimitsMet } from './limits/limits-met.ts';
import { REQUEST_TURNS, Turns } from './limits/turns.ts';
import { UnreadBytes } from './limits/unread-bytes.ts';
import { UploadRate } from './limits/upload-rate.ts';
import { createAccessChanges } from './live/access-changes.ts';
import { createBlocklist } from './middleware/blocklist.ts';
import { createRateLimits } from './middleware/rate-limits.ts';
import { partsFolder } from './uploads/partial-files.ts';

/** Time limits for receiving a request, in milliseconds. */
export type ServerLimits = {
  /** Limit for the request's headers. */
  headersTimeout: number;
  /**
   * Limit for the whole request. The received bytes of a resumable upload are kept, and its client continues
   * with another request.
   */
  requestTimeout: number;
  /** Interval of the check for requests that are too slow. */
  connectionsCheckingInterval: number;
  /**
   * How long an idle connection stays open. Longer than a load balancer keeps its connections: it would send
   * a request just as the gateway closes, and nothing repeats that request.
   */
  keepAliveTimeout: number;
  /**
   * How long a connection may make no progress while a response waits for its reader.
   * The kernel passes on large pieces at a time: a reader of 64 kbit/s makes visible progress once in one or
   * two minutes.
   */
  stalledTimeout: number;
};

export const SERVER_LIMITS: ServerLimits = {
  headersTimeout: 20_000,
  requestTimeout: 5 * 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
  stalledTimeout: 240_000,
};

/** Metrics of the whole installation by figure; every gateway reports the same values. */
const METRICS: Record<keyof InstallationFigures, { name: string; help: string }> = {
  outbox_waiting: { name: 'diorama_outbox_waiting', help: 'Events whose jobs are not in a queue yet' },
  outbox_age: { name: 'diorama_outbox_age_seconds', help: 'Age of the oldest waiting event' },
  refused_events: { name: 'diorama_events_refused', help: 'Events that this release cannot read' },
  parked_jobs: { name: 'diorama_jobs_parked', help: 'Jobs that failed for good and wait for an operator' },
  held_orders: { name: 'diorama_orders_held', help: 'Orders that wait for an operator' },
  backup_age: { name: 'diorama_backup_age_seconds', help: 'Time since the last whole backup' },
  rehearsal_age: {
    name: 'diorama_rehearsal_age_seconds',
    help: 'Time since a backup was last restored as a test',
  },
};

/** Reads are short: with more connections the database only switches between them. */
const POOL_SIZE = 12;

const logger = createLogger('gateway');
const env = loadEnv();
if (env.s3) {
  // Resumable uploads gather each part in a temporary file. In the gateway's folder, the remains of a killed
  // gateway are found again.
  const parts = partsFolder(env.dataDir);
  await mkdir(parts, { recursive: true });
  setTemporaryFolder(parts);
}

const shutdown = createShutdown({ logger, graceMs: env.shutdownGraceMs });
shutDownOnSignals(shutdown);

const bus = createBus({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
const wakes = createCommitNotifications({ bus, logger });
const db = createDb(env.databaseUrl, {
  max: POOL_SIZE,
  name: 'diorama-gateway',
  wakes,
  deadlines: REQUEST_DEADLINES,
});
const queues = createQueues({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
await queues.ready();
const publisher =
  env.gatewayRoles.has('outbox') && !env.isReadOnly ? createPublisher({ db, wakes, queues, logger }) : null;
const pingQueues = async () => {
  await queues.health();
  await publisher?.check();
};

const metrics = createMetrics('gateway');
measureInstallation({ db, logger, metrics });
const limitsMet = createLimitsMet({ db, logger, metrics });
const limits = createRateLimits({ db, redisUrl: env.redisUrl, factor: env.rateLimitFactor, limitsMet });
const scenes = createSceneStore({ db, logger });
const deps: Deps = {
  env,
  logger,
  clock: systemClock,
  db,
  bus,
  access: createAccessChanges({ db, bus, logger }),
  wakes,
  store: createStore(env),
  signer: createFileSigner(env.secretKeys),
  passwords: createPasswords(),
  knownBrowsers: createKnownBrowsers(env),
  tokens: createTokens(env.secretKeys, systemClock),
  limits,
  connections: createConnectionLimits({ bus, clock: systemClock, logger, limitsMet }),
  limitsMet,
  unread: new UnreadBytes(limitsMet),
  bodies: new ByteBudget({ limit: 'body-bytes', most: BODY_BYTES, limitsMet }),
  turns: new Turns({ limit: 'requests', most: REQUEST_TURNS, limitsMet }),
  uploadRate: new UploadRate({ isLimited: env.rateLimitFactor !== 0 }),
  documents: createDocuments({ db, logger, scenes, limits, limitsMet }),
  blocklist: createBlocklist(env),
  payments: choosePayments({ env, db, clock: systemClock }),
  scenes,
  pingQueues,
};
const gateway = createGateway({ deps, queues, metrics, checkResponses: false });
const server = createHttpServer(gateway.handle);
gateway.attach(server);

if (publisher) {
  const schedule = startSchedule({ db, logger });
  shutdown.register('work', 'outbox', () => publisher.close());
  shutdown.register('work', 'schedule', () => schedule.close());
}
const heartbeat = startHeartbeat({
  db,
  logger,
  process: { kind: 'gateway', name: 'gateway', queues: [], roles: [...env.gatewayRoles] },
  checks: { database: () => db.raw('select 1'), queues: pingQueues, store: () => deps.store.health() },
});
shutdown.register('work', 'heartbeat', () => heartbeat.close());
shutdown.register('accept', 'http', () => gateway.stopAccepting(server));
shutdown.register('work', 'documents', () => deps.documents.close());
shutdown.register('work', 'changed rights', () => deps.access.close());
shutdown.register('work', 'connection limits', async () => {
  deps.connections.close();
  deps.unread.close();
  await limitsMet.close();
});
shutdown.register('connections', 'queues', () => queues.close());
shutdown.register('connections', 'bus', async () => {
  wakes.close();
  await bus.close();
});
shutdown.register('connections', 'limits', () => deps.limits.close());
shutdown.register('connections', 'database', () => db.destroy());

if (!env.isReadOnly) {
  await requestLibrarySeeds(db, LIBRARY_SEED_VERSION);
  if (env.demo) {
    await seedDemo(deps);
  }
}
server.listen(env.port, env.host, () => {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  logger.info({ port, host: env.host }, 'listening');
  reportPorts({ http: port });
});
server.on('error', (err) => {
  logger.fatal({ err }, `cannot listen on ${env.host}:${env.port}`);
  process.exit(1);
});

/** Adds the metrics of the installation, which are read from the database when they are scraped. */
export function measureInstallation(deps: { db: Knex; logger: Logger; metrics: Registry }): void {
  const { db, logger, metrics } = deps;
  let reading: Promise<InstallationFigures | null> | null = null;
  const read = () => {
    // One statement for all metrics of a scrape.
    reading ??= readInstallationFigures(db)
      .catch((err: unknown) => {
        logger.warn({ err }, 'the figures of the installation could not be read');
        return null;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  for (const [figure, { name, help }] of Object.entries(METRICS)) {
    new Gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        const value = (await read())?.[figure as keyof InstallationFigures] ?? null;
        if (value === null) {
          this.remove();
        } else {
          this.set(value);
        }
      },
    });
  }
}

/**
 * Creates the gateway's HTTP server. It answers 408 to clients that send too slowly and closes
 * the connection.
 * Sockets that send a byte now and then therefore cannot block it.
 */
export function createHttpServer(handle: RequestListener, limits: ServerLimits = SERVER_LIMITS): Server {
  const answering = new WeakMap<Socket, ServerResponse>();
  const server = createServer(limits, (request, response) => {
    answering.set(request.socket, response);
    response.once('close', () => answering.delete(request.socket));
    handle(request, response);
  });
  // Any progress counts: Node restarts the timer when a part of the pending write was accepted.
  server.setTimeout(limits.stalledTimeout, (socket) => {
    const response = answering.get(socket);
    const isWorkedOn = response !== undefined && response.writableLength === 0;
    if (!isWorkedOn) {
      socket.destroy();
    }
  });
  return server;
}
