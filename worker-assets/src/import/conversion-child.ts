import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saysOutOfMemory } from '../out-of-memory.ts';
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
/** Answers that come before the last one. */
const NEWS: ReadonlySet<ChildAnswer['kind']> = new Set(['needs', 'progress', 'fault']);

/**
 * How Node runs in a child. Decoded pictures and large arrays go back to the system when they are done with, and not into
 * a heap that only grows; nothing of the worker's settings and secrets is passed on.
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

/** How much a task may use. */
export type TaskLimits = {
  /** By how much the child may grow before it has said what its task needs; what it says may raise this. */
  addedBytes: number;
  /** Processor time, of all threads together; wall time where the system does not tell that. */
  processorMs: number;
  /** Ends the task, and the child with it: nobody wants what it does any more. */
  signal?: AbortSignal;
  /** Is told how much of the task is done, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Is told by how much the child may grow, once it has said what its task needs. */
  onAllowed?: (bytes: number) => void;
  /** Receives faults of the conversion that the task survives. */
  onFault?: (message: string) => void;
};

export type ChildOptions = {
  /** What it runs as when this process is root. */
  user: { uid?: number; gid?: number };
  /** The most that a task may add, whatever the child says. */
  mostAddedBytes?: number;
  /** How Node runs in it. */
  execArgv?: string[];
};

/** Thrown when a child died, hung, grew too large or found no memory; the file is to blame as far as anyone can tell. */
export class ChildDiedError extends ImportError {
  /** Of what: too little memory or time may be another matter another time. */
  readonly of: 'memory' | 'time' | 'crash';

  constructor(of: ChildDiedError['of'], { used, limit, ...options }: DeathOptions = {}) {
    const message = used === undefined || limit === undefined ? DEATHS[of] : SENTENCES[of](used, limit);
    super(of === 'crash' ? 'import.failed' : 'import.unfinished', message, options);
    this.name = 'ChildDiedError';
    this.of = of;
  }
}

/** Thrown when our own code failed at something that is sound as far as anyone can tell. */
export class ConversionFaultError extends Error {
  override name = 'ConversionFaultError';

  constructor(options: ErrorOptions) {
    super('A conversion failed', options);
  }
}

/** What a task used when it was ended and what it may use, in bytes of memory or milliseconds of processor time. */
type DeathOptions = ErrorOptions & { used?: number; limit?: number };

const DEATHS = {
  memory:
    'Opening the file takes more memory than there is. Make its pictures smaller, or split it into several files.',
  time: 'Opening the file takes too long. Simplify the model, or split it into several files.',
  crash: 'The converter failed at this file. Export it again, or in another format such as GLB.',
} as const;

const SENTENCES: Readonly<Record<ChildDiedError['of'], (used: number, limit: number) => string>> = {
  memory: (used, limit) =>
    `Opening the file takes more than ${megabytes(limit)} MB of memory: ${megabytes(used)} MB when it was stopped. Make its pictures smaller, or split it into several files.`,
  time: (used, limit) =>
    `Opening the file takes more than ${seconds(limit)} seconds of processor time: ${seconds(used)} when it was stopped. Simplify the model, or split it into several files.`,
  crash: () => DEATHS.crash,
};

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

/**
 * One process that converts files, one after the other. A thread would not do: its memory limit does not see buffers,
 * and WebAssembly and sharp live in buffers.
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
    const { user, mostAddedBytes = WHOLE_BUDGET_BYTES, execArgv = CHILD_NODE.execArgv } = options;
    this.#mostAddedBytes = mostAddedBytes;
    this.#process = fork(ENTRY, [], {
      ...user,
      env: CHILD_NODE.env,
      execArgv,
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
    // Whoever runs a task hears of it; a child that waits in the pool has nobody who listens.
    this.#ready.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Runs one task.
   * @throws {@link ImportError} when the file is refused, {@link ChildDiedError} when the child does not survive it or finds
   * no memory for it, and an Error that is neither when our disk or code is at fault; the reason of `signal` when that ends it.
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

  /** Ends it at once; what it was doing is lost. */
  kill(): void {
    this.isDead = true;
    this.#wasKilled = true;
    this.#process.kill('SIGKILL');
  }

  /** Its memory in bytes, or 0 where the system does not tell. */
  async residentBytes(): Promise<number> {
    const statm = await readFile(`/proc/${this.#process.pid}/statm`, 'utf8').catch(() => '');
    return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
  }

  /** Processor time of all its threads, null where the system does not tell. */
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
    // The channel carries only what child.ts sends.
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

  /** Its own heap may be full, or the system's memory: whoever kills what we do not kill is the system. */
  #isOutOfMemory(signal: NodeJS.Signals | null): boolean {
    return saysOutOfMemory(this.#stderr) || (signal === 'SIGKILL' && !this.#wasKilled);
  }

  /** Tells how much processor time has been spent since now; a child that hangs has spent all of it. */
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
    /** Size of the child before the task, which is not charged for what earlier tasks left; null while it starts. */
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
    // It loses the race in the good case, and then nobody else listens.
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
      throw new ImportError(answer.code, answer.message);
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
