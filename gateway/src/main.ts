import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { LIBRARY_SEED_VERSION } from '@diorama/shared/domain/library.ts';
import { requestLibrarySeeds } from '@diorama/shared/server/assets/library-changes.ts';
import { choosePayments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import { createDatabaseClock } from '@diorama/shared/server/db/database-clock.ts';
import { REQUEST_DEADLINES } from '@diorama/shared/server/db/deadlines.ts';
import { createDb, pingDatabase } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { createPublisher } from '@diorama/shared/server/jobs/publisher.ts';
import { createQueues } from '@diorama/shared/server/jobs/queue.ts';
import { startSchedule } from '@diorama/shared/server/jobs/schedule.ts';
import { createFileSigner } from '@diorama/shared/server/objects/signing.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { followReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import { loadEnv, setTemporaryFolder } from '@diorama/shared/server/runtime/env.ts';
import { createMetrics } from '@diorama/shared/server/runtime/health.ts';
import { startHeartbeat } from '@diorama/shared/server/runtime/heartbeat.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { reportPorts } from '@diorama/shared/server/runtime/report-ports.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/runtime/shutdown.ts';
import { startTracing } from '@diorama/shared/server/runtime/tracing.ts';
import { createKnownBrowsers } from './auth/known-browsers.ts';
import { createPasswords } from './auth/passwords.ts';
import { createTokens } from './auth/tokens.ts';
import { createSceneStore } from './collab/scene-store.ts';
import { seedDemo } from './demo/seed.ts';
import type { Deps } from './deps.ts';
import { createDocuments } from './documents/documents.ts';
import { createGateway } from './gateway.ts';
import { createHttpServer } from './http-server.ts';
import { measureInstallation } from './installation-metrics.ts';
import { listenOnLan } from './lan/listen-on-lan.ts';
import { BODY_BYTES, ByteBudget } from './limits/byte-budget.ts';
import { createConnectionLimits } from './limits/connection-limits.ts';
import { HolderTurns, REQUEST_TURNS } from './limits/holder-turns.ts';
import { createLimitsMet } from './limits/limits-met.ts';
import { UnreadBytes } from './limits/unread-bytes.ts';
import { UploadRate } from './limits/upload-rate.ts';
import { createAccessChanges } from './live/access-changes.ts';
import { createBlocklist } from './middleware/blocklist.ts';
import { createRateLimits } from './middleware/rate-limits.ts';
import { partsFolder } from './uploads/partial-files.ts';

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
await startTracing({ name: 'gateway', env, logger, shutdown });

const bus = createBus({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
const commitNotifications = createCommitNotifications({ bus, logger });
const db = createDb(env.databaseUrl, {
  max: POOL_SIZE,
  name: 'diorama-gateway',
  commitNotifications,
  deadlines: REQUEST_DEADLINES,
});
const clock = await createDatabaseClock({ db, logger });
const queues = createQueues({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
await queues.ready();
const readOnly = await followReadOnly({ db, bus, env, logger, clock });
shutdown.register('work', 'read-only', () => readOnly.close());
const publisher = env.gatewayRoles.has('outbox')
  ? createPublisher({ db, commitNotifications, queues, logger, readOnly })
  : null;

const metrics = createMetrics('gateway');
measureInstallation({ db, env, logger, metrics });
const limitsMet = createLimitsMet({ db, logger, metrics });
const limits = createRateLimits({ db, redisUrl: env.redisUrl, factor: env.rateLimitFactor, limitsMet });
const scenes = createSceneStore({ db, logger });
const store = createStore(env);
const deps: Deps = {
  env,
  logger,
  clock,
  db,
  bus,
  access: createAccessChanges({ db, bus, logger }),
  commitNotifications,
  store,
  signer: createFileSigner(env.secretKeys, clock),
  passwords: createPasswords(),
  knownBrowsers: createKnownBrowsers(env),
  tokens: createTokens(env.secretKeys, clock),
  limits,
  readOnly,
  connections: createConnectionLimits({ bus, clock, logger, limitsMet }),
  limitsMet,
  unread: new UnreadBytes(limitsMet),
  bodies: new ByteBudget({ limit: 'body-bytes', most: BODY_BYTES, limitsMet }),
  turns: new HolderTurns({ limit: 'requests', most: REQUEST_TURNS, limitsMet }),
  uploadRate: new UploadRate({ isLimited: env.rateLimitFactor !== 0 }),
  documents: createDocuments({ db, logger, scenes, limits, limitsMet }),
  blocklist: createBlocklist(env),
  payments: choosePayments({ env, db, clock }),
  scenes,
  checks: {
    database: () => pingDatabase(db),
    queues: async () => {
      await queues.health();
      await publisher?.check();
    },
    store: () => store.health(),
    clock: () => clock.check(),
  },
};
const gateway = createGateway({ deps, queues, metrics, checkResponses: false });
const server = createHttpServer(gateway.handle);
gateway.attach(server);

if (publisher) {
  const schedule = startSchedule({ db, logger, readOnly });
  shutdown.register('work', 'outbox', () => publisher.close());
  shutdown.register('work', 'schedule', () => schedule.close());
}
const heartbeat = startHeartbeat({
  db,
  logger,
  process: { kind: 'gateway', name: 'gateway', queues: [], roles: [...env.gatewayRoles] },
  checks: deps.checks,
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
shutdown.register('work', 'clock', () => clock.close());
shutdown.register('connections', 'queues', () => queues.close());
shutdown.register('connections', 'bus', async () => {
  commitNotifications.close();
  await bus.close();
});
shutdown.register('connections', 'limits', () => deps.limits.close());
shutdown.register('connections', 'database', () => db.destroy());

const seed = async () => {
  await requestLibrarySeeds(db, LIBRARY_SEED_VERSION);
  if (env.demo) {
    await seedDemo(deps);
  }
};
if (!readOnly.isOn) {
  await seed();
} else {
  const stop = readOnly.onChange(() => {
    stop();
    seed().catch((err: unknown) => logger.error({ err }, 'library could not be seeded'));
  });
}
const failToListen = (err: Error) => {
  logger.fatal({ err }, `cannot listen on ${env.host}:${env.port}`);
  process.exit(1);
};
const [port, host] = env.https === 'lan' ? [0, '127.0.0.1'] : [env.port, env.host];
server.listen(port, host, () => {
  // A server that listens on a port has an address of this form.
  const address = server.address() as AddressInfo;
  logger.info({ port: address.port, host }, 'listening');
  reportPorts({ http: address.port });
});
server.on('error', failToListen);
if (env.https === 'lan') {
  const front = listenOnLan({ server, env, logger });
  front.listener.on('error', failToListen);
  shutdown.register('accept', 'https', async () => front.close());
}
