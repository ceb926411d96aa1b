// @module-tag full
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { folderPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { readBackupManifest } from '@diorama/shared/server/operations/backup/manifest.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { identify } from '../processes.ts';
import { SLOW } from '../test/slow.ts';
import { unpackDump } from '../upgrades/test/unpack-dump.ts';

const RESTORE = [join(import.meta.dirname, 'main.ts'), 'restore'];
const BACKUP = [join(import.meta.dirname, 'main.ts'), 'backup'];
const DOCTOR = [join(import.meta.dirname, '../doctor/main.ts')];
const GO_BACK = [join(import.meta.dirname, '../upgrades/go-back.ts')];
const STARTS_WITHIN = { timeout: 60_000 * SLOW };

const removed: string[] = [];
afterAll(async () => {
  for (const path of removed) {
    await rm(path, { recursive: true, force: true });
  }
});

async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'diorama-commands-'));
  await chmod(path, 0o711);
  removed.push(path);
  return path;
}

async function unpack(): Promise<string> {
  const folder = await temporaryFolder();
  await unpackDump('0001-baseline', folder);
  return folder;
}

function environment(dataDir: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, DIORAMA_DATA_DIR: dataDir, ...more };
}

function run(args: readonly string[], dataDir: string) {
  return promisify(execFile)(process.execPath, args, { env: environment(dataDir) });
}

/** Process id of the database of a data folder; null where none is ready. */
function serverOf(dataDir: string): number | null {
  const moved = join(dataDir, 'postgres.path');
  const base = existsSync(moved) ? readFileSync(moved, 'utf8').trim() : dataDir;
  if (base !== dataDir) {
    removed.push(base);
  }
  const file = join(base, 'postgres/postmaster.pid');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines[7]?.trim() === 'ready' ? Number(lines[0]) : null;
}

/** Runs a command until its database is ready. */
async function runUntilReady(args: readonly string[], dataDir: string, more: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, {
    env: environment(dataDir, more),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const complaint = text(child.stderr);
  await expect.poll(() => serverOf(dataDir), STARTS_WITHIN).not.toBeNull();
  return { child, ended, complaint, server: serverOf(dataDir) ?? 0 };
}

/** A store that takes connections and never answers. */
async function startSilentStore() {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const asked = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, asked };
}

it('a killed restore leaves a database that the next restore takes over', async () => {
  const backup = await unpack();
  const dataDir = await temporaryFolder();
  const users = join(backup, (await readBackupManifest(folderPlace(backup)))?.folder ?? '', 'users.copy');
  // A pipe that is written once: the check reads it, and the restore waits for more until the kill.
  const kept = join(dirname(users), 'users');
  await rename(users, kept);
  await promisify(execFile)('mkfifo', [users]);
  const checked = pipeline(createReadStream(kept), createWriteStream(users));
  const { child, ended, server } = await runUntilReady([...RESTORE, backup], dataDir);
  await checked;
  await expect(run([...RESTORE, await unpack()], dataDir)).rejects.toThrow(
    `Another command runs the database of ${dataDir} (process ${child.pid})`,
  );
  child.kill('SIGKILL');
  await ended;
  expect(identify(server)?.command).toMatch(/^postgres/);

  await rename(kept, users);
  const { stdout } = await run([...RESTORE, backup], dataDir);
  expect(stdout).toContain('Restored the backup of');
  expect(identify(server)).toBeNull();
  expect(serverOf(dataDir)).toBeNull();
});

describe('on Ctrl-C', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await temporaryFolder();
    await run([...RESTORE, await unpack()], dataDir);
  });

  it.each([
    { name: 'a backup', args: [...BACKUP, 's3://backups/diorama'], prefix: 'BACKUP_S3' },
    { name: 'the doctor', args: DOCTOR, prefix: 'S3' },
  ])('$name stops its database', async ({ args, prefix }) => {
    const store = await startSilentStore();
    const { child, ended, complaint, server } = await runUntilReady(args, dataDir, {
      [`${prefix}_ENDPOINT`]: store.endpoint,
      [`${prefix}_BUCKET`]: 'diorama',
      [`${prefix}_ACCESS_KEY`]: 'key',
      [`${prefix}_SECRET_KEY`]: 'secret',
    });
    await Promise.race([store.asked, ended]);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(await complaint).toContain('Stopped (SIGINT)');
    expect(identify(server)).toBeNull();
    expect(await readdir(dataDir)).not.toContain('postgres-owner.json');
  });
});

it('a damaged backup is rejected before anything is written, including secrets', async () => {
  const backup = await unpack();
  const place = folderPlace(backup);
  const manifest = await readBackupManifest(place);
  const folder = join(backup, manifest?.folder ?? '');
  await writeFile(join(folder, 'secrets.json'), '{}');
  await writeFile(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, hasSecrets: true }));
  await appendFile(join(folder, 'users.copy'), 'x');
  const dataDir = await temporaryFolder();
  await expect(run([...RESTORE, backup], dataDir)).rejects.toThrow('users.copy is damaged');
  expect(await readdir(dataDir)).toEqual([]);
});

it('a damaged database is reported, and never replaced by an empty one', async () => {
  const dataDir = await temporaryFolder();
  const kept = join(dataDir, 'postgres/base/rows');
  await mkdir(dirname(kept), { recursive: true });
  await writeFile(kept, 'rows');
  const secrets = { secretKey: 'k', postgresPassword: 'p', demoPassword: 'd' };
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(secrets));
  const backup = await temporaryFolder();
  await expect(run([...BACKUP, backup], dataDir)).rejects.toThrow(
    'is damaged, as its file PG_VERSION is missing',
  );
  expect(readFileSync(kept, 'utf8')).toBe('rows');
});

it.each([
  ['a backup', [...BACKUP, '/nowhere']],
  ['a rollback', GO_BACK],
])('%s of a folder without an installation is rejected, and leaves it empty', async (_, args) => {
  const dataDir = await temporaryFolder();
  await expect(run(args, dataDir)).rejects.toThrow(
    `There is no installation in ${dataDir}: set DIORAMA_DATA_DIR to its data folder`,
  );
  expect(await readdir(dataDir)).toEqual([]);
});
