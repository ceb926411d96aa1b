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
  let child: ChildProcess | null = null;
  let isStopping = false;
  let wasHealthy = false;
  let delayMs: number = BACK_OFF_MS.first;
  let lastWords = '';
  let timer: NodeJS.Timeout | undefined;
  let ports: Ports | null = null;
  const listening = Promise.withResolvers<Ports>();
  listening.promise.catch(() => undefined);
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const giveUp = (reason: string) => {
    const err = new Error(reason);
    listening.reject(err);
    ready.reject(err);
  };

  const start = () => {
    const startedAt = Date.now();
    // A separate process group, so that Ctrl-C in a terminal does not reach the process before its turn. The
    // closed channel notifies the process when this one has ended.
    const next = spawn(service.command, service.args(ports), {
      cwd: service.cwd,
      env: { ...MEMORY_ENV, ...service.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    child = next;
    const remember = (line: string) => {
      lastWords = pickLastWords(line, lastWords);
    };
    if (next.stdout && next.stderr) {
      log.attach(service.name, next.stdout, remember);
      log.attach(service.name, next.stderr, remember);
    }
    next.on('error', (err) => {
      lastWords = err.message;
    });
    next.on('message', (message) => {
      const parsed = Listening.safeParse(message);
      if (parsed.success) {
        ports = parsed.data.listening;
        listening.resolve(ports);
      }
    });
    next.on('close', (code, signal) => {
      child = null;
      onChange();
      if (isStopping) {
        return;
      }
      if (!wasHealthy) {
        giveUp(`${service.name} ended while it was starting: ${lastWords || `status ${code}`}`);
        return;
      }
      delayMs = Date.now() - startedAt > STEADY_MS ? BACK_OFF_MS.first : delayMs;
      log.say(`${service.name} ended (${signal ?? `status ${code}`}), starting it again in ${delayMs} ms`);
      timer = setTimeout(start, delayMs);
      delayMs = Math.min(delayMs * 2, BACK_OFF_MS.most);
    });
    onChange();
  };

  const awaitHealth = async () => {
    const until = Date.now() + READY_WITHIN_MS;
    while (!isStopping && Date.now() < until) {
      const url = service.healthUrl(ports);
      if (url !== null && (await isHealthy(url))) {
        wasHealthy = true;
        ready.resolve();
        return;
      }
      await sleep(POLL_MS);
    }
    giveUp(`${service.name} did not become healthy within ${READY_WITHIN_MS / 1_000} s`);
  };

  start();
  // Never rejects: `ready` has its outcome.
  void awaitHealth();
  return {
    name: service.name,
    get pid() {
      return child?.pid ?? null;
    },
    ports: listening.promise,
    ready: ready.promise,
    stop: async (graceMs) => {
      isStopping = true;
      clearTimeout(timer);
      giveUp(`${service.name} was stopped`);
      const identity = child?.pid === undefined ? null : identify(child.pid);
      if (identity) {
        await endProcess(identity, [
          { signal: 'SIGTERM', waitMs: graceMs },
          { signal: 'SIGKILL', waitMs: 1_000 },
        ]);
      }
    },
  };
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
