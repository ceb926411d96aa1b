import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { createDiskStore } from '@diorama/shared/server/objects/disk.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { removeTemporaryFiles } from '@diorama/shared/server/objects/temporary-files.ts';
import { readOrThrow } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { objectPath } from '@diorama/shared/server/operations/backup/manifest.ts';
import { openRehearsalDatabase } from '@diorama/shared/server/operations/backup/rehearsal-database.ts';
import type { CheckedBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import {
  copyPassword,
  findRehearsalTargets,
  type RehearsalTargets,
} from '@diorama/shared/server/operations/backup-runs.queries.ts';
import { randomToken } from '@diorama/shared/server/runtime/ids.ts';
import { Listening } from '@diorama/shared/server/runtime/report-ports.ts';

const GATEWAY = resolve(import.meta.dirname, '../../../gateway/src/main.ts');
const PREFIX = 'diorama-rehearsal-';
/** Longer than any rehearsal takes. */
const LEFTOVER_MS = 6 * 3_600_000;
const LISTENS_WITHIN_MS = 120_000;
const ANSWERS_WITHIN_MS = 60_000;

/** Results of a rehearsal; false for a kind that the backup does not contain. */
export type Rehearsed = { scene: boolean; publicScene: boolean; order: boolean; file: boolean };

/**
 * Restores a backup into a database beside the installation's and starts a gateway on it. There it signs in, opens
 * and edits a scene, and opens a public scene, an order and a file. Everything is deleted at the end.
 * The gateway has no keys of providers and no mail server, and no worker runs beside it.
 * @throws Error with one sentence about the first step that failed
 */
export async function rehearse(options: {
  backup: CheckedBackup;
  databaseUrl: string;
  signal: AbortSignal;
}): Promise<Rehearsed> {
  const { backup, databaseUrl, signal } = options;
  await using ends = new AsyncDisposableStack();
  // Removes the temporary files of terminated rehearsals.
  await removeTemporaryFiles(tmpdir(), { stillMs: LEFTOVER_MS, prefixes: [PREFIX] });
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX));
  ends.defer(() => rm(dataDir, { recursive: true, force: true }));
  const restored = ends.use(await openRehearsalDatabase(databaseUrl, backup));
  signal.throwIfAborted();
  const targets = await findRehearsalTargets(restored.db);
  await restoreFiles(backup, targets, createDiskStore(join(dataDir, 'objects')));
  const gateway = await startGateway({ databaseUrl: restored.url, dataDir, signal });
  ends.defer(gateway.stop);
  await work(gateway.call, restored.db, targets);
  return {
    scene: targets.scene !== null,
    publicScene: targets.publicScene !== null,
    order: targets.order !== null,
    file: targets.file !== null,
  };
}

/** @throws Error with a sentence about a file that the backup lacks */
async function restoreFiles(
  { place, objects }: CheckedBackup,
  { file, publicScene }: RehearsalTargets,
  store: ObjectStore,
): Promise<void> {
  for (const { needed, name } of [
    { needed: file, name: 'the newest file' },
    { needed: publicScene, name: `the public link of the scene ${publicScene?.id}` },
  ]) {
    const object = needed && objects.find(({ key }) => key === needed.key);
    if (object) {
      const body = await readOrThrow(place, objectPath(object.sha256));
      await store.put(object.key, body, { contentType: object.contentType });
    } else if (needed) {
      throw new Error(`The backup lacks the object of ${name}`);
    }
  }
}

type Call = (
  step: string,
  method: string,
  path: string,
  options?: { token?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<Response>;

/** Starts a gateway with a fresh key on a restored database. */
async function startGateway(options: { databaseUrl: string; dataDir: string; signal: AbortSignal }) {
  const { databaseUrl, dataDir, signal } = options;
  const child = fork(GATEWAY, [], {
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: 'http://localhost',
      DATABASE_URL: databaseUrl,
      DIORAMA_DATA_DIR: dataDir,
      SECRET_KEY: randomToken(256),
      GATEWAY_ROLES: 'http,collab,live',
      RATE_LIMIT_FACTOR: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-500);
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  };
  const within = AbortSignal.any([signal, AbortSignal.timeout(LISTENS_WITHIN_MS)]);
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal: within }),
      once(child, 'exit', { signal: within }).then(() => {
        throw new Error(`The gateway of the rehearsal did not start: ${lastWords.trim()}`);
      }),
    ]);
    const { listening } = Listening.parse(message);
    const origin = `http://127.0.0.1:${listening.http}`;
    const call: Call = async (step, method, path, { token, body, headers } = {}) => {
      const response = await fetch(new URL(path, origin), {
        method,
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]),
      });
      if (!response.ok) {
        throw new Error(
          `The restored backup failed where it ${step}: ${method} ${path} answered ${response.status}`,
        );
      }
      return response;
    };
    return { call, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reads a file from its address. @throws Error where its bytes have another sum */
async function readFileBySum(
  call: Call,
  { url, sha256, name }: { url: unknown; sha256: string; name: string },
): Promise<void> {
  const { pathname, search } = new URL(String(url), 'http://localhost');
  const bytes = await (await call('reads a file', 'GET', `${pathname}${search}`)).arrayBuffer();
  if (createHash('sha256').update(Buffer.from(bytes)).digest('hex') !== sha256) {
    throw new Error(`The restored backup has other bytes than it should in ${name}`);
  }
}

/** Opens a public link and its GLB. */
async function openPublicScene(call: Call, { id, sha256 }: { id: string; sha256: string }): Promise<void> {
  const { output } = await (await call('opens a public link', 'GET', `/api/public/scenes/${id}`)).json();
  await readFileBySum(call, { url: output.glb, sha256, name: `the public link of the scene ${id}` });
}

/** Opens an order and its invoice. @throws Error where a paid one has none */
async function openOrder(
  call: Call,
  { id, isPaid, invoiceId }: NonNullable<RehearsalTargets['order']>,
  token: string,
): Promise<void> {
  await call('opens an order', 'GET', `/api/orders/${id}`, { token });
  if (invoiceId !== null) {
    await call('opens an invoice', 'GET', `/api/invoices/${invoiceId}`, { token });
  } else if (isPaid) {
    throw new Error(`The restored backup lacks the invoice of the paid order ${id}`);
  }
}

/** Signs in as the owners and opens what belongs to them. */
async function work(call: Call, db: Knex, targets: RehearsalTargets): Promise<void> {
  const { scene, publicScene, order, file } = targets;
  const password = randomToken(128);
  const rehearsalEmail = `rehearsal-${randomToken(64).toLowerCase()}@diorama.invalid`;
  await call('signs up', 'POST', '/api/users/signup', {
    body: { email: rehearsalEmail, password, username: 'Rehearsal' },
  });
  const signIn = async (userId: string) => {
    const [email] = await copyPassword(db, rehearsalEmail, [userId]);
    const session = await call('signs in', 'POST', '/api/login', { body: { email, password } });
    return String((await session.json()).token);
  };
  if (scene) {
    const token = await signIn(scene.ownerId);
    const path = `/api/compositions/${scene.id}/document`;
    const open = async () => (await call('opens a scene', 'GET', path, { token })).json();
    const { document, revision } = await open();
    const exposure = document.environment.exposure === 1 ? 2 : 1;
    await call('edits a scene', 'PUT', path, {
      token,
      body: { document: { ...document, environment: { ...document.environment, exposure } } },
      headers: { 'If-Match': String(revision) },
    });
    if ((await open()).document.environment.exposure !== exposure) {
      throw new Error(`The restored backup does not keep an edit of the scene ${scene.id}`);
    }
    await call('renames a scene', 'PATCH', `/api/compositions/${scene.id}`, {
      token,
      body: { name: 'Rehearsal' },
    });
  }
  if (publicScene) {
    await openPublicScene(call, publicScene);
  }
  if (order) {
    await openOrder(call, order, await signIn(order.ownerId));
  }
  if (file) {
    const token = await signIn(file.ownerId);
    const { originalUrl } = await (
      await call('opens a file', 'GET', `/api/assets/${file.assetId}`, { token })
    ).json();
    await readFileBySum(call, { url: originalUrl, sha256: file.sha256, name: `the file ${file.assetId}` });
  }
}
