import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import { checkProcessEnv, PROJECT_ROOT, type StackEnv } from './env.ts';
import type { MergedLog } from './log.ts';
import { isPortFree } from './ports.ts';
import { type Postgres, startPostgres } from './postgres/launch.ts';
import { endStaleProcesses, identityOf, removeRun, writeRun } from './run-file.ts';
import { loadSecrets } from './secrets.ts';
import { describeMailbox, describeProcesses } from './services.ts';
import { type Supervised, supervise } from './supervise.ts';
import { upgradeFolder } from './upgrades/upgrade-folder.ts';

type SupervisedPostgres = { url: string; stop(): Promise<void> };

const RETRY_MS = 1_000;

/** Routine log lines of the server about starting and stopping, which are not shown. */
const CHATTER = /\bLOG: |HINT: .*redirecting/;

/** Longest silence of the start, in milliseconds: people take a silent command for one that hangs. */
const SILENCE_MS = 5_000;

export interface Stack {
  /**
   * Starts everything on this machine, embedded services first, and keeps it running.
   * @returns when every process is healthy.
   * @throws Error with one line about the cause, also when `stop` was called meanwhile.
   */
  start(): Promise<void>;
  /** Stops everything in order; may be called at any moment. */
  stop(): Promise<void>;
}

/** Extra time before a kill, beyond the grace period of a process itself; in milliseconds. */
const AFTER_GRACE_MS = 700;
const MAILBOX_GRACE_MS = 500;

/** Creates the complete product on this machine. With `watch` a process restarts when its sources change. */
export function createStack(options: { env: StackEnv; log: MergedLog; watch?: boolean }): Stack {
  const { env, log, watch = false } = options;
  let parts: ReturnType<typeof createParts> | null = null;
  let starting: Promise<void> = Promise.resolve();

  const startAll = async () => {
    checkProcessEnv(env);
    prepareDataFolder(env.dataDir);
    const ended = await endStaleProcesses(env.dataDir);
    if (ended.length > 0) {
      log.say(`ended what the last start had left behind: ${ended.join(', ')}`);
    }
    if (!(await isPortFree(env.port, env.host))) {
      throw new Error(`Port ${env.port} is in use: set PORT to another one`);
    }
    parts = createParts(env, log);
    await parts.start(watch);
  };

  return {
    start: () => {
      const options = {
        what: () => parts?.awaited() ?? 'the processes of the previous start',
        since: Date.now(),
      };
      starting = sayWaiting(log.say, options, startAll());
      return starting;
    },
    stop: async () => {
      await parts?.stop();
      // Waits for a start that is still in progress.
      await starting.catch(() => undefined);
      await parts?.stop();
      if (parts) {
        removeRun(env.dataDir);
      }
    },
  };
}

function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  // When this user is root, PostgreSQL's user must pass through the folder without listing it.
  chmodSync(dataDir, 0o711);
  for (const name of ['objects', 'mail']) {
    mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 });
  }
}

/** The running parts of a stack. The data folder records each start and end. */
function createParts(env: StackEnv, log: MergedLog) {
  // With a proxy on this machine, other machines connect by the public address.
  const isLocal = isLoopback(env.host) && isLoopback(new URL(env.publicUrl).hostname);
  const { secrets, isDemoPasswordNew } = loadSecrets(env.dataDir, { isLocal });
  const services: Supervised[] = [];
  const addresses = { web: env.publicUrl, database: env.databaseUrl, mailbox: null as string | null };
  let postgres: SupervisedPostgres | null = null;
  let mailbox: Supervised | null = null;
  let isStopping = false;
  /** What the start waits for. */
  let awaited: () => string = () => 'the database';
  const stack = identityOf(process.pid);

  const noteDown = () => {
    const running = [...services, ...(mailbox ? [mailbox] : [])].flatMap(({ name, pid }) => {
      const identity = pid === null ? null : tryIdentify(pid);
      return identity ? [[name, identity] as const] : [];
    });
    writeRun(env.dataDir, { stack, processes: Object.fromEntries(running), addresses });
  };

  const startDatabase = async () => {
    if (env.databaseUrl !== null) {
      return env.databaseUrl;
    }
    postgres = await supervisePostgres({ dataDir: env.dataDir, password: secrets.postgresPassword, log });
    addresses.database = postgres.url;
    return postgres.url;
  };

  const startMailbox = async () => {
    if (env.smtpUrl !== null) {
      return env.smtpUrl;
    }
    mailbox = supervise(describeMailbox(env), log, noteDown);
    const ports = await mailbox.ports;
    addresses.mailbox = `http://127.0.0.1:${ports.page}`;
    noteDown();
    return `smtp://127.0.0.1:${ports.smtp}`;
  };

  return {
    awaited: () => awaited(),
    start: async (watch: boolean) => {
      const goOn = () => {
        if (isStopping) {
          throw new Error('Stopped while it was starting');
        }
      };
      noteDown();
      const [databaseUrl, smtpUrl] = await Promise.all([startDatabase(), startMailbox()]);
      goOn();
      awaited = () => 'the tables of the database';
      const kept = await prepareInChild(env, databaseUrl);
      if (kept !== '') {
        log.say(kept);
      }
      const described = describeProcesses({ env, secrets, embedded: { databaseUrl, smtpUrl }, watch });
      goOn();
      for (const service of described) {
        services.push(supervise(service, log, noteDown));
      }
      noteDown();
      const all = [...services, ...(mailbox ? [mailbox] : [])];
      const unready = new Set(all.map(({ name }) => name));
      awaited = () => [...unready].join(', ');
      await Promise.all(
        all.map(async ({ name, ready }) => {
          await ready;
          unready.delete(name);
        }),
      );
      // The new release is healthy, so that the copy is not needed any more.
      await rm(upgradeFolder(env.dataDir), { recursive: true, force: true });
      if (addresses.mailbox !== null) {
        log.say(`mail that Diorama sends arrives at ${addresses.mailbox}`);
      }
      if (env.demo && isDemoPasswordNew && !isLocal) {
        log.say(`the demo account is demo@diorama.test with the password ${secrets.demoPassword}`);
      }
    },
    stop: async () => {
      isStopping = true;
      // Stops the processes of the product first, then the services they depend on.
      await Promise.all(services.map((service) => service.stop(env.shutdownGraceMs + AFTER_GRACE_MS)));
      await Promise.all([mailbox?.stop(MAILBOX_GRACE_MS), postgres?.stop()]);
    },
  };
}

function tryIdentify(pid: number) {
  try {
    return identityOf(pid);
  } catch {
    return null;
  }
}

/**
 * Prepares the database in a separate process, so that the start command does not keep the loaded modules in
 * memory.
 * @returns a line about the kept copy; empty where none is needed
 * @throws Error with one line about the cause.
 */
async function prepareInChild(env: StackEnv, databaseUrl: string): Promise<string> {
  const script = join(PROJECT_ROOT, 'stack/src/migrate.ts');
  const child = spawn(process.execPath, [script, '--keep', env.dataDir, '--of-start'], {
    cwd: PROJECT_ROOT,
    env: { ...env.inherited, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) {
    throw new Error(stderr.trim().split('\n').at(-1) || 'The database could not be prepared');
  }
  return stdout.split('\n').find((line) => line.includes('before the upgrade')) ?? '';
}

/**
 * Logs a line every five seconds until a part has started.
 * @param since when all of the start began, as returned by `Date.now()`.
 * @returns the value of `work`.
 */
export async function sayWaiting<T>(
  say: (line: string) => void,
  { what, since }: { what: () => string; since: number },
  work: Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    say(`still starting after ${Math.round((Date.now() - since) / 1_000)} s: ${what()}`);
  }, SILENCE_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Runs PostgreSQL, and restarts it on the same port whenever it ends unexpectedly. */
async function supervisePostgres(options: {
  dataDir: string;
  password: string;
  log: MergedLog;
}): Promise<SupervisedPostgres> {
  const { dataDir, password, log } = options;
  let isStopping = false;
  const onLine = (line: string) => {
    if (!CHATTER.test(line)) {
      log.line('postgres', line.replace(/^\S+ \S+ UTC \[\d+\] /, ''));
    }
  };
  let current: Postgres = await startPostgres({ dataDir, password, onLine });
  const { port, url } = current;

  const startAgain = async () => {
    while (!isStopping) {
      try {
        current = await startPostgres({ dataDir, password, port, onLine });
        log.say('postgres runs again');
        return;
      } catch (err) {
        log.say(err instanceof Error ? err.message : String(err));
        await sleep(RETRY_MS);
      }
    }
  };

  const watchOver = async () => {
    while (!isStopping) {
      await current.ended;
      if (!isStopping) {
        log.say('postgres ended, starting it again');
        await startAgain();
      }
    }
  };
  // Ends with `stop`; the restart never rejects.
  const watching = watchOver();

  return {
    url,
    stop: async () => {
      isStopping = true;
      await current.stop();
      await watching;
      // A start that was in progress when `stop` was called.
      await current.stop();
    },
  };
}
