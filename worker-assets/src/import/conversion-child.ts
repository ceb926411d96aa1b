import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { yieldingCommand } from '@diorama/shared/server/runtime/lower-priority.ts';
import { isOutOfMemoryMessage } from '../out-of-memory.ts';
import type { ChildAnswer, ChildRequest } from './child-protocol.ts';
import { ImportError } from './import-error.ts';
import { WHOLE_BUDGET_BYTES } from './memory-need.ts';

const ENTRY = join(import.meta.dirname, 'child.ts');
const WATCH_EVERY_MS = 100;
const PAGE_BYTES = 4096;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** A child that gets no processor time for so long hangs. */
const HANGING_MS = 120_000;
/** Messages that precede the result. */
const NEWS: ReadonlySet<ChildAnswer['kind']> = new Set(['needs', 'progress', 'fault']);

/**
 * Node settings of a child. Large allocations return to the system when freed, instead of a heap that only
 * grows. The environment contains no settings or secrets of the worker.
 */
export const CHILD_NODE = {
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1000000', MALLOC_TRIM_THRESHOLD_: '1000000' },
  execArgv: [
    '--max-old-space-size=1500',
    '--max-semi-space-size=2',
    '--expose-gc',
    '--disable-warning=ExperimentalWarning',
  ],
};

/** Limits of a task. */
export type TaskLimits = {
  /** Growth in bytes allowed before the child reports its need; the report may raise the limit. */
  addedBytes: number;
  /** Processor time of all threads; wall time where the system does not report it. */
  processorMs: number;
  /** Cancels the task, and ends the child with it. */
  signal?: AbortSignal;
  /** Receives the progress, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Receives the allowed growth in bytes, once the child has reported its need. */
  onAllowed?: (bytes: number) => void;
  /** Receives non-fatal errors of the conversion. */
  onFault?: (message: string) => void;
};

export type ChildOptions = {
  /** User of the child when this process is root. */
  user: { uid?: number; gid?: number };
  /** Steps of the nice value by which the other processes of the worker go first. */
  steps?: number;
  /** Upper limit of a task's growth in bytes, regardless of the child's report. */
  mostAddedBytes?: number;
  /** Node options of the child. */
  execArgv?: string[];
};

/** Thrown when a child died, timed out or ran out of memory. The file is the most likely cause. */
export class ChildDiedError extends ImportError {
  /** Kind of failure. `memory` and `time` may succeed in a later run. */
  readonly of: 'memory' | 'time' | 'crash';

  constructor(of: ChildDiedError['of'], { used, limit, ...options }: DeathOptions = {}) {
    const message = used === undefined || limit === undefined ? DEATHS[of] : SENTENCES[of](used, limit);
    super(of === 'crash' ? 'import.failed' : 'import.unfinished', message, options);
    this.name = 'ChildDiedError';
    this.of = of;
  }
}

/** Thrown when the worker's code failed on a file that seems valid. */
export class ConversionFaultError extends Error {
  override name = 'ConversionFaultError';

  constructor(options: ErrorOptions) {
    super('A conversion failed', options);
  }
}

/** Use of a terminated task and its limit, in bytes of memory or milliseconds of processor time. */
type DeathOptions = ErrorOptions & { used?: number; limit?: number };

const DEATHS = {
  memory: importMessage('limit.memory'),
  time: importMessage('limit.time'),
  crash: importMessage('fault.converter'),
} as const;

const SENTENCES: Readonly<Record<ChildDiedError['of'], (used: number, limit: number) => ImportMessage>> = {
  memory: (used, limit) =>
    importMessage('limit.memory-used', { limit: megabytes(limit), used: megabytes(used) }),
  time: (used, limit) => importMessage('limit.time-used', { limit: seconds(limit), used: seconds(used) }),
  crash: () => DEATHS.crash,
};

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

/**
 * A process that converts files one by one. A thread is not enough: its memory limit ignores buffers, and
 * WebAssembly and sharp allocate buffers.
 */
export class ConversionChild {
  readonly #process: ChildProcess;
  readonly #ready: Promise<void>;
  readonly #mostAddedBytes: number;
  #stderr = '';
  #wasKilled = false;
  isDead = false;
  tasksDone = 0;

  constructor(options: ChildOptions) {
    const { user, steps = 0, mostAddedBytes = WHOLE_BUDGET_BYTES, execArgv = CHILD_NODE.execArgv } = options;
    this.#mostAddedBytes = mostAddedBytes;
    const node = [process.execPath, ...execArgv] as const;
    const yielding = yieldingCommand(steps, node);
    const [execPath, ...args] = yielding ?? node;
    this.#process = fork(ENTRY, [], {
      ...user,
      env: CHILD_NODE.env,
      execPath,
      execArgv: args,
      detached: yielding !== null,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-2000);
    });
    this.#process.once('exit', () => {
      this.isDead = true;
    });
    this.#process.once('error', () => {
      this.isDead = true;
    });
    this.#ready = this.#answer().then(() => undefined);
    // The caller of a task receives the error; an idle child in the pool has no listener.
    this.#ready.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Runs one task.
   * @throws {@link ImportError} when the file is refused.
   * @throws {@link ChildDiedError} when the child dies or runs out of memory.
   * @throws any other Error when the worker's disk or code fails, or the reason of `signal` on cancellation.
   */
  async run(request: ChildRequest, limits: TaskLimits): Promise<unknown> {
    limits.signal?.throwIfAborted();
    const watch = this.#watch(limits);
    try {
      await Promise.race([this.#ready, watch.broken]);
      watch.measureFrom(await this.residentBytes());
      const answered = this.#answer();
      this.#process.send(request);
      const answer = await Promise.race([answered, watch.broken]);
      this.tasksDone += 1;
      return outputOf(answer);
    } finally {
      watch.stop();
    }
  }

  /** Ends the process at once and discards its task. */
  kill(): void {
    this.isDead = true;
    this.#wasKilled = true;
    this.#process.kill('SIGKILL');
  }

  /** Resident memory in bytes, or 0 where the system does not report it. */
  async residentBytes(): Promise<number> {
    const statm = await readFile(`/proc/${this.#process.pid}/statm`, 'utf8').catch(() => '');
    return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
  }

  /** Processor time of all its threads, null where the system does not report it. */
  async #processorMs(): Promise<number | null> {
    const stat = await readFile(`/proc/${this.#process.pid}/stat`, 'utf8').catch(() => '');
    // The name of the program comes before, and may hold anything.
    const [, , , , , , , , , , , user, system] = stat
      .slice(stat.lastIndexOf(')') + 1)
      .split(' ')
      .slice(1);
    return user === undefined || system === undefined ? null : (Number(user) + Number(system)) * TICK_MS;
  }

  #answer(): Promise<ChildAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer>();
    // The channel carries only the messages of child.ts.
    const onMessage = (message: unknown) => {
      const answer = message as ChildAnswer;
      if (!NEWS.has(answer.kind)) {
        resolve(answer);
      }
    };
    const onClose = (_code: number | null, signal: NodeJS.Signals | null) =>
      reject(new ChildDiedError(this.#isOutOfMemory(signal) ? 'memory' : 'crash'));
    const onError = (cause: Error) => reject(new Error('A conversion child cannot be used', { cause }));
    this.#process.on('message', onMessage).once('close', onClose).once('error', onError);
    return promise.finally(() => {
      this.#process.off('message', onMessage).off('close', onClose).off('error', onError);
    });
  }

  /**
   * The heap of the child or the system's memory may be full. A SIGKILL from elsewhere comes from the
   * system's OOM killer.
   */
  #isOutOfMemory(signal: NodeJS.Signals | null): boolean {
    return isOutOfMemoryMessage(this.#stderr) || (signal === 'SIGKILL' && !this.#wasKilled);
  }

  /** Starts to measure the used processor time. A child that hangs has used all of it. */
  #startClock(): () => Promise<number> {
    const startedAt = performance.now();
    let [startMs, lastMs, movedAt]: [number | null, number, number] = [null, 0, startedAt];
    return async () => {
      const now = performance.now();
      const total = await this.#processorMs();
      if (total === null) {
        return now - startedAt;
      }
      startMs ??= total;
      if (total > lastMs) {
        [lastMs, movedAt] = [total, now];
      }
      return now - movedAt > HANGING_MS ? Number.POSITIVE_INFINITY : total - startMs;
    };
  }

  #watch({ addedBytes, processorMs, signal, onProgress, onAllowed, onFault }: TaskLimits) {
    /** Size before the task, so that memory of earlier tasks does not count; null during start-up. */
    let startBytes: number | null = null;
    const { promise: broken, reject } = Promise.withResolvers<never>();
    let allowed = Math.min(addedBytes, this.#mostAddedBytes);
    const onNews = (message: unknown) => {
      const answer = message as ChildAnswer;
      if (answer.kind === 'needs') {
        allowed = Math.min(Math.max(allowed, answer.bytes), this.#mostAddedBytes);
        onAllowed?.(allowed);
      } else if (answer.kind === 'progress') {
        onProgress?.(answer.share);
      } else if (answer.kind === 'fault') {
        onFault?.(answer.message);
      }
    };
    const end = (reason: unknown) => {
      this.kill();
      reject(reason);
    };
    const onAbort = () => end(signal?.reason);
    this.#process.on('message', onNews);
    signal?.addEventListener('abort', onAbort, { once: true });
    const clock = this.#startClock();
    const scale = setInterval(async () => {
      const added = startBytes === null ? 0 : (await this.residentBytes()) - startBytes;
      const spentMs = await clock();
      if (added > allowed) {
        end(new ChildDiedError('memory', { used: added, limit: allowed }));
      } else if (spentMs > processorMs) {
        end(new ChildDiedError('time', { used: spentMs, limit: processorMs }));
      }
    }, WATCH_EVERY_MS);
    // Without an error this promise loses the race and has no other handler.
    broken.catch(() => undefined);
    return {
      broken,
      measureFrom: (bytes: number) => {
        startBytes = bytes;
      },
      stop: () => {
        this.#process.off('message', onNews);
        signal?.removeEventListener('abort', onAbort);
        clearInterval(scale);
      },
    };
  }
}

function outputOf(answer: ChildAnswer): unknown {
  switch (answer.kind) {
    case 'done':
      return answer.output;
    case 'refused':
      throw new ImportError(answer.code, answer.reason);
    case 'outgrown':
      throw new ChildDiedError('memory', { cause: new Error(answer.message) });
    case 'crashed':
      throw new ConversionFaultError({ cause: new Error(answer.message) });
    case 'hindered':
      throw new Error('A file could not be written', { cause: new Error(answer.message) });
    case 'ready':
    case 'needs':
    case 'progress':
    case 'fault':
      throw new Error('The child answered out of turn');
  }
}
