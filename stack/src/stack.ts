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
  let parts: Parts | null = null;
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
    parts = new Parts(env, log);
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
class Parts {
  /** What the start waits for. */
  awaited: () => string = () => 'the database';
  readonly #env: StackEnv;
  readonly #log: MergedLog;
  /** With a proxy on this machine, other machines connect by the public address. */
  readonly #isLocal: boolean;
  readonly #credentials: ReturnType<typeof loadSecrets>;
  readonly #services: Supervised[] = [];
  readonly #addresses: { web: string; database: string | null; mailbox: string | null };
  readonly #stack = identityOf(process.pid);
  #postgres: SupervisedPostgres | null = null;
  #mailbox: Supervised | null = null;
  #isStopping = false;

  constructor(env: StackEnv, log: MergedLog) {
    this.#env = env;
    this.#log = log;
    this.#isLocal = isLoopback(env.host) && isLoopback(new URL(env.publicUrl).hostname);
    this.#credentials = loadSecrets(env.dataDir, { isLocal: this.#isLocal });
    this.#addresses = { web: env.publicUrl, database: env.databaseUrl, mailbox: null };
  }

  async start(watch: boolean): Promise<void> {
    this.#noteDown();
    const [databaseUrl, smtpUrl] = await Promise.all([this.#startDatabase(), this.#startMailbox()]);
    this.#assertWanted();
    this.awaited = () => 'the tables of the database';
    const kept = await prepareInChild(this.#env, databaseUrl);
    if (kept !== '') {
      this.#log.say(kept);
    }
    const { secrets } = this.#credentials;
    const described = describeProcesses({
      env: this.#env,
      secrets,
      embedded: { databaseUrl, smtpUrl },
      watch,
    });
    this.#assertWanted();
    for (const service of described) {
      this.#services.push(supervise(service, this.#log, () => this.#noteDown()));
    }
    this.#noteDown();
    await this.#awaitAll();
    // The new release is healthy, so that the copy is not needed any more.
    await rm(upgradeFolder(this.#env.dataDir), { recursive: true, force: true });
    this.#sayAddresses();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    // Stops the processes of the product first, then the services they depend on.
    const graceMs = this.#env.shutdownGraceMs + AFTER_GRACE_MS;
    await Promise.all(this.#services.map((service) => service.stop(graceMs)));
    await Promise.all([this.#mailbox?.stop(MAILBOX_GRACE_MS), this.#postgres?.stop()]);
  }

  async #startDatabase(): Promise<string> {
    const { databaseUrl, dataDir } = this.#env;
    if (databaseUrl !== null) {
      return databaseUrl;
    }
    const password = this.#credentials.secrets.postgresPassword;
    this.#postgres = await supervisePostgres({ dataDir, password, log: this.#log });
    this.#addresses.database = this.#postgres.url;
    return this.#postgres.url;
  }

  async #startMailbox(): Promise<string> {
    if (this.#env.smtpUrl !== null) {
      return this.#env.smtpUrl;
    }
    this.#mailbox = supervise(describeMailbox(this.#env), this.#log, () => this.#noteDown());
    const ports = await this.#mailbox.ports;
    this.#addresses.mailbox = `http://127.0.0.1:${ports.page}`;
    this.#noteDown();
    return `smtp://127.0.0.1:${ports.smtp}`;
  }

  /** @throws Error after `stop`. */
  #assertWanted(): void {
    if (this.#isStopping) {
      throw new Error('Stopped while it was starting');
    }
  }

  get #processes(): Supervised[] {
    return [...this.#services, ...(this.#mailbox ? [this.#mailbox] : [])];
  }

  async #awaitAll(): Promise<void> {
    const all = this.#processes;
    const unready = new Set(all.map(({ name }) => name));
    this.awaited = () => [...unready].join(', ');
    await Promise.all(
      all.map(async ({ name, ready }) => {
        await ready;
        unready.delete(name);
      }),
    );
  }

  #noteDown(): void {
    const running = this.#processes.flatMap(({ name, pid }) => {
      const identity = pid === null ? null : tryIdentify(pid);
      return identity ? [[name, identity] as const] : [];
    });
    const processes = Object.fromEntries(running);
    writeRun(this.#env.dataDir, { stack: this.#stack, processes, addresses: this.#addresses });
  }

  #sayAddresses(): void {
    const { secrets, isDemoPasswordNew } = this.#credentials;
    if (this.#addresses.mailbox !== null) {
      this.#log.say(`mail that Diorama sends arrives at ${this.#addresses.mailbox}`);
    }
    if (this.#env.demo && isDemoPasswordNew && !this.#isLocal) {
      this.#log.say(`the demo account is demo@diorama.test with the password ${secrets.demoPassword}`);
    }
  }
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
