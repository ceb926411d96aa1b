import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Listening, type Ports } from '@diorama/shared/server/runtime/report-ports.ts';
import { type MergedLog, readLine } from './log.ts';
import { endProcess, identify } from './processes.ts';

/** A process to be kept running. */
export type Service = {
  name: string;
  command: string;
  /** The arguments of the next run from the ports of the previous run, so that a service keeps its ports. */
  args: (ports: Ports | null) => readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** URL that returns 200 once the process is ready. Null until the process has reported its port. */
  healthUrl: (ports: Ports | null) => string | null;
};

export interface Supervised {
  readonly name: string;
  /** The current process id, null between two runs. */
  readonly pid: number | null;
  /**
   * The ports that the process chose at its first start.
   * @throws Error with its last output when it ends before.
   */
  readonly ports: Promise<Ports>;
  /**
   * Resolves when the process is healthy for the first time.
   * @throws Error with its last output when it ends before.
   */
  readonly ready: Promise<void>;
  /** Requests the end of the process, and kills it after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

const BACK_OFF_MS = { first: 200, most: 10_000 } as const;
/** A run of this length proves that the process can run; in milliseconds. */
const STEADY_MS = 30_000;
const POLL_MS = 40;
const READY_WITHIN_MS = 180_000;
/**
 * Makes the C library return freed buffers of 128 kB and more to the system. By default the limit grows to
 * 32 MB, and a process keeps the memory that a few large documents needed.
 */
const MEMORY_ENV = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Starts a process and restarts it, with increasing delay, whenever it ends by itself.
 * @param onChange is called whenever its `pid` has changed.
 */
export function supervise(service: Service, log: MergedLog, onChange: () => void): Supervised {
  const supervised = new SupervisedProcess(service, log, onChange);
  supervised.start();
  return supervised;
}

class SupervisedProcess implements Supervised {
  readonly #service: Service;
  readonly #log: MergedLog;
  readonly #onChange: () => void;
  readonly #listening = Promise.withResolvers<Ports>();
  readonly #ready = Promise.withResolvers<void>();
  #child: ChildProcess | null = null;
  #ports: Ports | null = null;
  #isStopping = false;
  #wasHealthy = false;
  #delayMs: number = BACK_OFF_MS.first;
  #timer: NodeJS.Timeout | undefined;
  #lastWords = '';

  constructor(service: Service, log: MergedLog, onChange: () => void) {
    this.#service = service;
    this.#log = log;
    this.#onChange = onChange;
    this.#listening.promise.catch(() => undefined);
    this.#ready.promise.catch(() => undefined);
  }

  get name(): string {
    return this.#service.name;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get ports(): Promise<Ports> {
    return this.#listening.promise;
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  start(): void {
    this.#run();
    // Never rejects: `ready` has its outcome.
    void this.#awaitHealth();
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    this.#giveUp(`${this.name} was stopped`);
    const identity = this.pid === null ? null : identify(this.pid);
    if (identity) {
      await endProcess(identity, [
        { signal: 'SIGTERM', waitMs: graceMs },
        { signal: 'SIGKILL', waitMs: 1_000 },
      ]);
    }
  }

  #run(): void {
    const { command, args, cwd, env } = this.#service;
    const startedAt = Date.now();
    // A separate process group, so that Ctrl-C in a terminal does not reach the process before its turn. The
    // closed channel notifies the process when this one has ended.
    const child = spawn(command, args(this.#ports), {
      cwd,
      env: { ...MEMORY_ENV, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child = child;
    const remember = (line: string) => {
      this.#lastWords = pickLastWords(line, this.#lastWords);
    };
    if (child.stdout && child.stderr) {
      this.#log.attach(this.name, child.stdout, remember);
      this.#log.attach(this.name, child.stderr, remember);
    }
    child.on('error', (err) => {
      this.#lastWords = err.message;
    });
    child.on('message', (message) => {
      const parsed = Listening.safeParse(message);
      if (parsed.success) {
        this.#ports = parsed.data.listening;
        this.#listening.resolve(this.#ports);
      }
    });
    child.on('close', (code, signal) => {
      this.#child = null;
      this.#onChange();
      this.#runAgain({ code, signal, ranMs: Date.now() - startedAt });
    });
    this.#onChange();
  }

  /** Runs a process again that has ended, unless it was stopped or has never been healthy. */
  #runAgain({ code, signal, ranMs }: { code: number | null; signal: string | null; ranMs: number }): void {
    if (this.#isStopping) {
      return;
    }
    if (!this.#wasHealthy) {
      this.#giveUp(`${this.name} ended while it was starting: ${this.#lastWords || `status ${code}`}`);
      return;
    }
    const delayMs = ranMs > STEADY_MS ? BACK_OFF_MS.first : this.#delayMs;
    this.#log.say(`${this.name} ended (${signal ?? `status ${code}`}), starting it again in ${delayMs} ms`);
    this.#timer = setTimeout(() => this.#run(), delayMs);
    this.#delayMs = Math.min(delayMs * 2, BACK_OFF_MS.most);
  }

  async #awaitHealth(): Promise<void> {
    const until = Date.now() + READY_WITHIN_MS;
    while (!this.#isStopping && Date.now() < until) {
      const url = this.#service.healthUrl(this.#ports);
      if (url !== null && (await isHealthy(url))) {
        this.#wasHealthy = true;
        this.#ready.resolve();
        return;
      }
      await sleep(POLL_MS);
    }
    this.#giveUp(`${this.name} did not become healthy within ${READY_WITHIN_MS / 1_000} s`);
  }

  #giveUp(reason: string): void {
    const err = new Error(reason);
    this.#listening.reject(err);
    this.#ready.reject(err);
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Picks the line of a stack trace that names the error. */
function pickLastWords(line: string, before: string): string {
  if (line.startsWith('{')) {
    const { message, isError } = readLine(line);
    return isError ? (message.split('\n')[0] ?? before) : before;
  }
  if (/^\s+at |^\s*$|^Node\.js v|^\s*\^|^node:|^file:/.test(line)) {
    return before;
  }
  return /Error\b/.test(before) && !/Error\b/.test(line) ? before : line.trim();
}
