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
/** Answers that precede the final one. */
const NEWS: ReadonlySet<ChildAnswer['kind']> = new Set(['needs', 'progress', 'fault']);

/**
 * Node's settings in a child. Memory of decoded pictures and large arrays returns to the system after use,
 * not into a growing heap.
 * The worker's settings and secrets are not passed on.
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
  /** Growth allowed to the child before it reports its task's need, which may raise this. */
  addedBytes: number;
  wallMs: number;
  /** Cancels the task and kills the child. */
  signal?: AbortSignal;
  /** Receives the progress of the task, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Receives the allowed growth of the child, once it has reported its task's need. */
  onAllowed?: (bytes: number) => void;
  /** Receives conversion errors that the task survives. */
  onFault?: (message: string) => void;
};

export type ChildOptions = {
  /** User of the child when this process is root. */
  user: { uid?: number; gid?: number };
  /** Upper limit of a task's growth, independent of its reported need. */
  mostAddedBytes?: number;
  /** Node's options in the child. */
  execArgv?: string[];
};

/** Thrown when a child died, hung, grew too large or ran out of memory. The file probably is the cause. */
export class ChildDiedError extends ImportError {
  /** Cause of the death. A lack of memory or time may not recur. */
  readonly of: 'memory' | 'time' | 'crash';

  constructor(of: ChildDiedError['of'], options?: ErrorOptions) {
    super(of === 'crash' ? 'import.failed' : 'import.unfinished', DEATHS[of], options);
    this.name = 'ChildDiedError';
    this.of = of;
  }
}

/** Thrown when the converter's code failed at a probably valid file. */
export class ConversionFaultError extends Error {
  override name = 'ConversionFaultError';

  constructor(options: ErrorOptions) {
    super('A conversion failed', options);
  }
}

const DEATHS = {
  memory: 'Reading the file took too much memory.',
  time: 'Reading the file took too long.',
  crash: 'Reading the file broke the converter.',
} as const;

/**
 * One process that converts files, one after the other. A thread is not enough: its memory limit excludes
 * buffers, which WebAssembly and sharp use.
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
    // A running task receives the error. A waiting child in the pool has no listener.
    this.#ready.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Runs one task.
   * @throws {@link ImportError} when the file is rejected; {@link ChildDiedError} when the child dies or
   * finds no memory
   * @throws any other Error for a fault of the disk or code; the reason of `signal` when it cancels the task.
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

  /** Kills it at once; its work is lost. */
  kill(): void {
    this.isDead = true;
    this.#wasKilled = true;
    this.#process.kill('SIGKILL');
  }

  /** Its memory in bytes, or 0 where the system does not report it. */
  async residentBytes(): Promise<number> {
    const statm = await readFile(`/proc/${this.#process.pid}/statm`, 'utf8').catch(() => '');
    return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
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

  /**
   * Its heap may be full, or the system's memory: a SIGKILL that the worker did not send comes from
   * the system.
   */
  #isOutOfMemory(signal: NodeJS.Signals | null): boolean {
    return saysOutOfMemory(this.#stderr) || (signal === 'SIGKILL' && !this.#wasKilled);
  }

  #watch({ addedBytes, wallMs, signal, onProgress, onAllowed, onFault }: TaskLimits) {
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
    const clock = setTimeout(() => end(new ChildDiedError('time')), wallMs);
    const scale = setInterval(async () => {
      if (startBytes !== null && (await this.residentBytes()) - startBytes > allowed) {
        end(new ChildDiedError('memory'));
      }
    }, WATCH_EVERY_MS);
    // It loses the race in the good case, and then has no other listener.
    broken.catch(() => undefined);
    return {
      broken,
      measureFrom: (bytes: number) => {
        startBytes = bytes;
      },
      stop: () => {
        this.#process.off('message', onNews);
        signal?.removeEventListener('abort', onAbort);
        clearTimeout(clock);
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
