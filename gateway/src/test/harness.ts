import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePayments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import {
  createSandboxProvider,
  type SandboxProvider,
} from '@diorama/shared/server/billing/providers/sandbox.ts';
import { type DbDeadlines, REQUEST_DEADLINES } from '@diorama/shared/server/db/deadlines.ts';
import { createDb, type Knex, pingDatabase } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { createQueues } from '@diorama/shared/server/jobs/queue.ts';
import { createFileSigner } from '@diorama/shared/server/objects/signing.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { followReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import { type FakeClock, fakeClock } from '@diorama/shared/server/runtime/clock.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createMetrics } from '@diorama/shared/server/runtime/health.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import { afterAll, beforeAll } from 'vitest';
import { createKnownBrowsers } from '../auth/known-browsers.ts';
import { createPasswords } from '../auth/passwords.ts';
import { createTokens } from '../auth/tokens.ts';
import { createSceneStore } from '../collab/scene-store.ts';
import type { Deps } from '../deps.ts';
import { createDocuments } from '../documents/documents.ts';
import { createGateway, type Gateway } from '../gateway.ts';
import { createHttpServer, SERVER_LIMITS, type ServerLimits } from '../http-server.ts';
import { BODY_BYTES, ByteBudget } from '../limits/byte-budget.ts';
import { createConnectionLimits } from '../limits/connection-limits.ts';
import { HolderTurns, REQUEST_TURNS } from '../limits/holder-turns.ts';
import { createLimitsMet } from '../limits/limits-met.ts';
import { UnreadBytes } from '../limits/unread-bytes.ts';
import { UploadRate } from '../limits/upload-rate.ts';
import { createAccessChanges } from '../live/access-changes.ts';
import { createBlocklist } from '../middleware/blocklist.ts';
import { createRateLimits } from '../middleware/rate-limits.ts';
import { recorded } from './statements.ts';

export const SECRET = 'a-secret-of-the-tests-that-is-long-enough';

/** A parsed response. */
export type Answer = { status: number; headers: Headers; text: string; json: Json };
/** The top level of a response; deeper values are parsed from `text`. */
export type Json = Record<string, unknown>;

export type CallOptions = { token?: string | undefined; body?: unknown; headers?: Record<string, string> };

/** A user with an account. */
export type Person = { token: string; refresh: string; userId: string; accountId: string; email: string };

/** A whole gateway with its own port and database. Every response is checked against the contract. */
export interface Harness {
  url: string;
  db: Knex;
  deps: Deps;
  clock: FakeClock;
  payments: SandboxProvider;
  gateway: Gateway;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Signs a user up. */
  signUp(name: string): Promise<Person>;
  /** Confirms a user's address with the link of the sign-up mail. */
  confirmEmail(person: Person): Promise<void>;
  /** Signs up a user with a confirmed address. */
  signUpConfirmed(name: string): Promise<Person>;
  /** The jobs of the recorded events, without running them. */
  events(name: string): Promise<Record<string, string>[]>;
  close(): Promise<void>;
}

/** Deadlines of the product, longer on a slow machine. */
const DEADLINES: DbDeadlines = {
  acquireMs: REQUEST_DEADLINES.acquireMs * SLOW,
  statementMs: REQUEST_DEADLINES.statementMs * SLOW,
  answerMs: REQUEST_DEADLINES.answerMs * SLOW,
};

/** Cost of weak hashes, of which the tests make thousands. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1 };

/** The {@link startHarness gateway} of a file's or block's tests: it starts before them and closes after them. */
export function useHarness(...start: Parameters<typeof startHarness>): Harness {
  const harness = {} as Harness;
  beforeAll(async () => {
    Object.assign(harness, await startHarness(...start));
  });
  afterAll(() => harness.close());
  return harness;
}

/**
 * Starts a gateway; `env` overrides the environment's variables. With the `DATABASE_URL` of another gateway
 * it joins that product; with a `REDIS_URL` they use it as a bus.
 * `limits` are the time limits for slow senders.
 */
export async function startHarness(
  env: Record<string, string> = {},
  limits: ServerLimits = SERVER_LIMITS,
): Promise<Harness> {
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, drop: async () => undefined }
    : await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'diorama-gateway-'));
  const server = createHttpServer(
    (request, response) => recorded(() => gateway.handle(request, response)),
    limits,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const parsed = loadEnv({
    PORT: String(port),
    DIORAMA_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: SECRET,
    RATE_LIMIT_FACTOR: '0',
    PAYMENTS: 'sandbox',
    ...env,
  });
  const webDist = await writePages(dataDir);
  const logger = createLogger('gateway-test');
  logger.level = 'fatal';
  const clock = fakeClock(new Date());
  const queues = createQueues({ databaseUrl: database.url, redisUrl: null, logger });
  await queues.ready();
  const bus = createBus({ databaseUrl: database.url, redisUrl: parsed.redisUrl, logger });
  const commitNotifications = createCommitNotifications({ bus, logger });
  const db = createDb(database.url, {
    max: 10,
    name: 'gateway-test',
    commitNotifications,
    deadlines: DEADLINES,
  });
  const payments = createSandboxProvider({ db, secretKeys: parsed.secretKeys, clock });
  const metrics = createMetrics(`test-${port}`);
  const limitsMet = createLimitsMet({ db, logger, metrics });
  const rateLimits = createRateLimits({
    db,
    redisUrl: parsed.redisUrl,
    factor: parsed.rateLimitFactor,
    limitsMet,
  });
  const readOnly = await followReadOnly({ db, bus, env: parsed, logger });
  const scenes = createSceneStore({ db, logger });
  const deps: Deps = {
    env: { ...parsed, webDist },
    logger,
    clock,
    db,
    bus,
    access: createAccessChanges({ db, bus, logger }),
    commitNotifications,
    store: createStore(parsed),
    signer: createFileSigner(parsed.secretKeys, clock),
    passwords: createPasswords({ concurrency: 2, cost: CHEAP }),
    knownBrowsers: createKnownBrowsers(parsed),
    tokens: createTokens(parsed.secretKeys, clock),
    readOnly,
    connections: createConnectionLimits({ bus, clock, logger, limitsMet }),
    limitsMet,
    unread: new UnreadBytes(limitsMet),
    bodies: new ByteBudget({ limit: 'body-bytes', most: BODY_BYTES, limitsMet }),
    turns: new HolderTurns({ limit: 'requests', most: REQUEST_TURNS, limitsMet }),
    uploadRate: new UploadRate({ isLimited: parsed.rateLimitFactor !== 0 }),
    documents: createDocuments({ db, logger, scenes, limits: rateLimits, limitsMet }),
    blocklist: createBlocklist(parsed),
    limits: rateLimits,
    payments: choosePayments({ env: parsed, db, clock }),
    scenes,
    checks: {
      database: () => pingDatabase(db),
      queues: () => queues.health(),
      store: () => deps.store.health(),
    },
  };
  const gateway = createGateway({ deps, queues, metrics, checkResponses: true });
  gateway.attach(server);
  const url = `http://127.0.0.1:${port}`;

  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const { token, body, headers = {} } = options;
    const isForm = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  };

  const signUp = async (name: string): Promise<Person> => {
    const email = `${name}@people.test`;
    const answer = await call('POST', '/api/users/signup', {
      body: { email, password: 'a long enough pass', username: name },
    });
    if (answer.status !== 201) {
      throw new Error(`Signing up answered ${answer.status}: ${answer.text}`);
    }
    const session = JSON.parse(answer.text);
    return {
      token: session.token,
      refresh: session.refresh_token,
      userId: session.user.uuid,
      accountId: session.user.accounts[0].uuid,
      email,
    };
  };

  const confirmEmail = async ({ userId, email }: Person): Promise<void> => {
    const mail = await db('emails').where({ recipient: email, template: 'confirm' }).first('props');
    const token = String(mail?.props.url).split('/').at(-1);
    const answer = await call('PATCH', `/api/users/email-confirmation/${userId}`, { body: { token } });
    if (answer.status !== 200) {
      throw new Error(`Confirming answered ${answer.status}: ${answer.text}`);
    }
  };

  return {
    url,
    db,
    deps,
    clock,
    payments,
    gateway,
    call,
    signUp,
    confirmEmail,
    signUpConfirmed: async (name) => {
      const person = await signUp(name);
      await confirmEmail(person);
      return person;
    },
    events: async (name) => {
      const rows = await db('outbox').where({ name }).orderBy('id');
      return rows.map((row) => row.payload);
    },
    close: async () => {
      await gateway.stopAccepting(server);
      await deps.access.close();
      await readOnly.close();
      deps.connections.close();
      deps.unread.close();
      await deps.documents.close();
      await limitsMet.close();
      await deps.limits.close();
      await queues.close();
      commitNotifications.close();
      await bus.close();
      await db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Pages like those of a build, so that these tests need none. */
async function writePages(folder: string): Promise<string> {
  const webDist = join(folder, 'web');
  await mkdir(webDist);
  for (const page of ['index', 'view', 'embed']) {
    const frame = `<div class="static-frame" data-frame="${page === 'index' ? 'plain' : 'scene'}"></div>`;
    const html = `<html lang="en"><head><title>Diorama</title></head>${frame}${page}</html>`;
    await writeFile(join(webDist, `${page}.html`), html);
  }
  await mkdir(join(webDist, 'assets'));
  await writeFile(join(webDist, 'assets', 'app-1a2b.js'), 'export const answer = 42;\n'.repeat(200));
  await mkdir(join(webDist, 'standalone', 'code'), { recursive: true });
  const standalone =
    '<title>Diorama</title><script src="/code/page.js"></script><div class="static-frame" data-frame="scene"></div>';
  await writeFile(join(webDist, 'standalone', 'page.html'), standalone);
  await writeFile(join(webDist, 'standalone', 'code', 'page.js'), 'export {};');
  await writeFile(join(webDist, '.built'), 'never served');
  return webDist;
}
