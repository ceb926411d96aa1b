import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLanCertificate } from '@diorama/gateway/lan/lan-certificate.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { createDirectAddresses } from '@diorama/shared/server/objects/direct-addresses.ts';
import { createDiskStore } from '@diorama/shared/server/objects/disk.ts';
import { createStore, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PROJECT_ROOT } from '../env.ts';
import { createTestDatabase } from '../test/database.ts';
import { hasRedis, startTestRedis } from '../test/redis.ts';
import { startTestS3 } from '../test/s3.ts';
import { checkAddress, validityOf } from './check-address.ts';
import { ageOf, checkBackups } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import { checkStore } from './check-store.ts';
import { checkRedis, findingOfSpace } from './checks.ts';
import { type Finding, lineOf, runCheck } from './finding.ts';

const levels = (findings: readonly Finding[]) => findings.map(({ level }) => level);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'diorama-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('a database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('of this release is ok', async () => {
    const findings = await checkDatabase(database.url);
    // The database of the tests is quick and loses work in a crash.
    expect(findings.filter(({ text }) => !text.includes('is off')).map(({ level }) => level)).toEqual(['ok']);
  });

  it('that can lose work in a crash is a problem', async () => {
    const url = `${database.url}?options=${encodeURIComponent('-c synchronous_commit=off')}`;
    const findings = await checkDatabase(url);
    expect(findings.find(({ text }) => text.startsWith('synchronous_commit'))?.level).toBe('problem');
  });

  it('whose user cannot create databases is a problem where backups are rehearsed', async () => {
    const db = createDb(database.url, { max: 1, name: 'test' });
    onTestFinished(() => db.destroy());
    await db.raw("create role diorama_plain login password 'plain'");
    await db.raw('grant usage on schema public to diorama_plain');
    await db.raw('grant select on schema_steps to diorama_plain');
    const url = new URL(database.url);
    Object.assign(url, { username: 'diorama_plain', password: 'plain' });
    const about = async (to: string, isRehearsed: boolean) =>
      (await checkDatabase(to, { isRehearsed })).filter(({ text }) => text.includes('rehearsed'));
    expect(levels(await about(url.href, true))).toEqual(['problem']);
    expect(await about(url.href, false)).toEqual([]);
    expect(await about(database.url, true)).toEqual([]);
    await db.raw('drop owned by diorama_plain');
    await db.raw('drop role diorama_plain');
  });

  it('that is empty has pending migrations, and one of a newer release is a problem', async () => {
    const empty = await createTestDatabase(null);
    onTestFinished(empty.drop);
    expect((await checkDatabase(empty.url)).at(-1)?.text).toMatch(/^\d+ migrations have not run yet$/);
    const db = createDb(database.url, { max: 1, name: 'test' });
    await db('schema_steps').insert({ name: '9999-future' });
    const findings = await checkDatabase(database.url);
    await db('schema_steps').where({ name: '9999-future' }).delete();
    await db.destroy();
    expect(findings.at(-1)).toMatchObject({ level: 'problem', text: expect.stringContaining('9999-future') });
  });
});

it('the doctor reads files of the store as visitors do', async () => {
  const s3 = await startTestS3();
  onTestFinished(() => s3.stop());
  const store = createStore({ s3: s3.options, dataDir: temporaryFolder() });
  const direct = (filesUrl: string, pageOrigin = 'https://diorama.test') => ({
    addresses: createDirectAddresses({ s3: s3.options, filesUrl }),
    pageOrigin,
  });
  const filesUrl = s3.options.endpoint;
  const ok = { level: 'ok', text: `visitors read files from ${filesUrl}` };
  expect(await checkStore(store, direct(filesUrl))).toContainEqual(ok);
  const nowhere = await checkStore(store, direct('http://127.0.0.1:9'));
  expect(nowhere[0]).toMatchObject({ level: 'problem', text: expect.stringContaining('cannot be reached') });
  // A proxy that answers with its own page.
  const proxy = createPlainServer((_request, response) => response.end('Welcome')).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const wrong = await checkStore(store, direct(`http://127.0.0.1:${port}`));
  expect(wrong[0]).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('answers 200 to a range'),
  });
});

it.skipIf(!hasRedis)('a Redis that evicts jobs is a problem, one that does not is ok', async () => {
  const redis = await startTestRedis(['--maxmemory', '20mb', '--maxmemory-policy', 'allkeys-lru']);
  onTestFinished(() => redis.stop());
  expect(levels(await checkRedis(redis.url))).toEqual(['ok', 'problem']);
  await redis.command('config', 'set', 'maxmemory-policy', 'noeviction');
  expect(levels(await checkRedis(redis.url))).toEqual(['ok']);
});

describe('a store', () => {
  it('that works is ok, and keeps no test object', async () => {
    const store = createDiskStore(temporaryFolder());
    expect(levels(await checkStore(store))).toEqual(['ok']);
    for await (const { key } of store.list('')) {
      expect(key).toBe('nothing');
    }
  });

  const faults: Record<string, (store: ObjectStore) => Partial<ObjectStore>> = {
    'ignores ranges': (store) => ({ get: (key) => store.get(key) }),
    'refuses to delete': () => ({ delete: async () => undefined }),
    'is full': () => ({ put: () => Promise.reject(new Error('no space left')) }),
  };
  it.each(Object.entries(faults))('that %s is a problem', async (_, fault) => {
    const store = createDiskStore(temporaryFolder());
    const run = () => checkStore({ ...store, ...fault(store) });
    expect(levels(await runCheck({ subject: 'files', remedy: '', run }))).toEqual(['problem']);
  });
});

it('backups need a writable folder, and their absence is a warning on a public host', async () => {
  const asked = (BACKUP_DIR: string | undefined, publicUrl: string) =>
    runCheck({ subject: '', remedy: '', run: () => checkBackups({ inherited: { BACKUP_DIR }, publicUrl }) });
  expect(levels(await asked(undefined, 'http://localhost:3000'))).toEqual(['ok']);
  expect(levels(await asked(undefined, 'https://diorama.test'))).toEqual(['warning']);
  expect(levels(await asked(join(temporaryFolder(), 'new'), 'https://diorama.test'))).toEqual([
    'ok',
    'warning',
  ]);
  const folder = temporaryFolder();
  expect(levels(await asked(folder, 'https://diorama.test'))).toEqual(['ok', 'warning']);
  expect(readdirSync(folder), 'the probe is deleted').toEqual([]);
  expect(levels(await asked('/proc/1/backups', 'https://diorama.test'))).toEqual(['problem']);
});

it('the newest backup is a problem when it is older than a night', () => {
  const now = Date.parse('2026-05-03T12:00:00Z');
  const found = (takenAt: string | null) =>
    ageOf(takenAt === null ? null : Date.parse(takenAt), { now, address: '/backups' });
  expect(found('2026-05-03T03:00:00Z')).toEqual({ level: 'ok', text: 'the newest is 9 hours old' });
  expect(found('2026-05-02T03:00:00Z')).toMatchObject({
    level: 'problem',
    text: 'the newest is 33 hours old',
  });
  expect(found(null).level).toBe('warning');
});

it('an address without HTTPS is a warning on a public host', async () => {
  const asked = (url: string) => checkAddress(url, { isRunning: false }).then(levels);
  expect(await asked('http://localhost:3000')).toEqual(['ok']);
  expect(await asked('http://diorama.test')).toEqual(['warning']);
});

it('the LAN certificate is trusted, and checked only while Diorama runs', async () => {
  const { key, cert } = readLanCertificate(temporaryFolder(), { publicHost: 'localhost' });
  const server = createServer({ key, cert }, (_request, response) => response.end());
  await once(server.listen(0), 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked = (isRunning: boolean) => checkAddress(url, { isRunning, lanCertificate: cert }).then(levels);
  expect(await asked(true)).toEqual(['ok', 'ok', 'ok']);
  server.close();
  server.closeAllConnections();
  expect(await asked(false)).toEqual(['ok']);
  await expect(asked(true)).rejects.toThrow('ECONNREFUSED');
});

it('a certificate and a disk are rated by the remaining time and space', () => {
  const day = 24 * 60 * 60_000;
  expect([60, 5, -1].map((days) => validityOf(days * day, 0).level)).toEqual(['ok', 'warning', 'problem']);
  expect([50e9, 5e9, 1e8].map((bytes) => findingOfSpace(bytes).level)).toEqual(['ok', 'warning', 'problem']);
});

it('a failed check reports the error and its remedy', async () => {
  const check = { subject: 'Redis', remedy: 'See REDIS_URL', run: () => checkRedis('redis://127.0.0.1:1') };
  const [finding] = await runCheck(check);
  expect(lineOf('Redis', finding ?? { level: 'ok', text: '' })).toBe(
    '✗ Redis: connect ECONNREFUSED 127.0.0.1:1. See REDIS_URL',
  );
});

it('the doctor command reports every part, and fails on a problem', () => {
  const run = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, [join(PROJECT_ROOT, 'stack/src/doctor/main.ts')], {
      env: { PATH: '', DIORAMA_DATA_DIR: temporaryFolder(), ...env },
      encoding: 'utf8',
    });
  const fresh = run({});
  expect([fresh.status, fresh.stdout]).toEqual([0, expect.stringContaining('Nothing is in the way')]);
  const wrong = run({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@diorama.test',
    RATE_LIMIT_FACTOR: 'much',
  });
  expect(wrong.status).toBe(1);
  expect(wrong.stdout).toContain('✗ environment: The environment is not usable: RATE_LIMIT_FACTOR');
  expect(wrong.stdout).toContain('✗ mail: ');
});
