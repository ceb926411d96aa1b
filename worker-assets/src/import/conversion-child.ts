import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChildAnswer, ChildRequest } from './child-protocol.ts';
import { ImportError } from './import-error.ts';

const ENTRY = join(import.meta.dirname, 'child.ts');
const WATCH_EVERY_MS = 100;
const MB = 1_000_000;
const PAGE_BYTES = 4096;

/** How much a task may use. */
export type TaskLimits = { residentBytes: number; wallMs: number };

/** The most that converting a file may take: 256 MB and twelve times the file, never above 2 GB. */
export function residentLimit(fileBytes: number): number {
  return Math.min(256 * MB + 12 * fileBytes, 2000 * MB);
}

/** Thrown when a child died, hung or grew too large; the file is to blame as far as anyone can tell. */
export class ChildDiedError extends ImportError {
  constructor(message: string) {
    super('import.failed', message);
    this.name = 'ChildDiedError';
  }
}

/**
 * One process that converts files, one after the other. A thread would not do: its memory limit does not see buffers,
 * and WebAssembly and sharp live in buffers.
 */
export class ConversionChild {
  readonly #process: ChildProcess;
  readonly #ready: Promise<void>;
  #stderr = '';
  isDead = false;
  tasksDone = 0;

  /** @param user what it runs as when this process is root. */
  constructor(user: { uid?: number; gid?: number }) {
    this.#process = fork(ENTRY, [], {
      ...user,
      // Nothing of the worker's settings and secrets is passed on.
      env: {},
      execArgv: ['--max-old-space-size=1500', '--disable-warning=ExperimentalWarning'],
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
   * @throws {@link ImportError} when the file is refused, {@link ChildDiedError} when the child does not survive it.
   */
  async run(request: ChildRequest, limits: TaskLimits): Promise<unknown> {
    await this.#ready;
    const watch = this.#watch(limits);
    try {
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
    this.#process.kill('SIGKILL');
  }

  /** Its memory in bytes, or 0 where the system does not tell. */
  async residentBytes(): Promise<number> {
    const statm = await readFile(`/proc/${this.#process.pid}/statm`, 'utf8').catch(() => '');
    return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
  }

  #answer(): Promise<ChildAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer>();
    // The channel carries only what child.ts sends.
    const onMessage = (message: unknown) => resolve(message as ChildAnswer);
    const onEnd = () =>
      reject(new ChildDiedError(`Reading the file broke the converter. ${reasonIn(this.#stderr)}`.trim()));
    this.#process.once('message', onMessage).once('exit', onEnd).once('error', onEnd);
    return promise.finally(() => {
      this.#process.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
    });
  }

  #watch({ residentBytes, wallMs }: TaskLimits) {
    const { promise: broken, reject } = Promise.withResolvers<never>();
    const end = (message: string) => {
      this.kill();
      reject(new ChildDiedError(message));
    };
    const clock = setTimeout(() => end('Reading the file took too long.'), wallMs);
    const scale = setInterval(async () => {
      if ((await this.residentBytes()) > residentBytes) {
        end('Reading the file took too much memory.');
      }
    }, WATCH_EVERY_MS);
    // It loses the race in the good case, and then nobody else listens.
    broken.catch(() => undefined);
    return {
      broken,
      stop: () => {
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
    case 'crashed':
      throw new ImportError('import.failed', 'The file could not be read.', {
        cause: new Error(answer.message),
      });
    case 'ready':
      throw new Error('The child answered out of turn');
  }
}

function reasonIn(text: string): string {
  return text.includes('heap out of memory') ? 'It needed too much memory.' : '';
}
