import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDb, pingDatabase } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createFileSigner } from '@diorama/shared/server/objects/signing.ts';
import { systemClock } from '@diorama/shared/server/runtime/clock.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { Registry } from 'prom-client';
import { createTokens } from '../../auth/tokens.ts';
import { createConnectionLimits } from '../../limits/connection-limits.ts';
import { UnreadBytes } from '../../limits/unread-bytes.ts';
import { createAccessChanges } from '../../live/access-changes.ts';
import { createUrls } from '../../web/urls.ts';
import { createCollab } from '../collab.ts';
import { createSceneStore } from '../scene-store.ts';

/**
 * The gateway of the kill tests: live scenes only, so that it starts fast. Sends its port to the
 * parent process.
 */
const env = loadEnv();
const logger = createLogger('fixture-gateway', { level: 'fatal' });
const db = createDb(env.databaseUrl, { max: 4, name: 'fixture-gateway' });
const bus = createBus({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
const limitsMet = { record: () => undefined, close: async () => undefined };
const collab = createCollab({
  env,
  logger,
  db,
  bus,
  access: createAccessChanges({ db, bus, logger }),
  urls: createUrls(env.publicUrl, createFileSigner(env.secretKeys)),
  clock: systemClock,
  connections: createConnectionLimits({ bus, clock: systemClock, logger, limitsMet }),
  limitsMet,
  metrics: new Registry(),
  unread: new UnreadBytes(limitsMet),
  tokens: createTokens(env.secretKeys, systemClock),
  scenes: createSceneStore({ db, logger }),
  readOnly: { isOn: false, onChange: () => () => undefined, close: async () => undefined },
  // The parts of a gateway that live scenes use.
} as never);
const server = createServer();
collab.attach(server);
// A connection that is there already: the first scene is not opened more slowly than others.
await pingDatabase(db);
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
