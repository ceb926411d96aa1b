import { Worker } from 'node:worker_threads';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { LimitMet } from '@diorama/shared/server/operations/limits-met.queries.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import type { LimitsMet } from '../limits/limits-met.ts';
import type { ThreadAnswer, ThreadRequest } from './document-thread.ts';
import { type DocumentResult, type DocumentWork, runDocumentWork, sizeOfWork } from './document-work.ts';
import { FairQueue } from './fair-queue.ts';

/** Threads of a gateway: one less than small machines have cores, as the event loop needs one. */
const THREADS = 1;
/** Work up to this size takes less than 20 ms and is done where it comes up. */
const INLINE_BYTES = 100_000;
const WAITING = { ofOwner: 4, total: 40 } as const;
/** A document of 10 MB takes four seconds; a thread that takes longer than this is replaced. */
const WORK_WITHIN_MS = 30_000;
/** An idle thread holds 60 MB. */
const IDLE_MS = 60_000;
/**
 * Heap of a thread: the largest document needs less than 150 MB. Young objects are collected early, as a thread does not
 * return the memory that it grew by.
 */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 } as const;
const RETRY_S = 2;

/** The user or network that work is done for. */
export type WorkOwner = Pick<LimitMet, 'subject' | 'holder'>;

type Task = { work: DocumentWork; resolve: (result: unknown) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; task: Task | null; timer: NodeJS.Timeout };

/** Runs work on documents: small work at once, large work on threads, in turn by owner. */
export class DocumentThreads {
  readonly #logger: Logger;
  readonly #limitsMet: Pick<LimitsMet, 'record'>;
  readonly #queue = new FairQueue<Task>(WAITING);
  readonly #threads = new Set<Thread>();
  #nextId = 0;

  constructor({ logger, limitsMet }: { logger: Logger; limitsMet: Pick<LimitsMet, 'record'> }) {
    this.#logger = logger;
    this.#limitsMet = limitsMet;
  }

  /**
   * @throws CodedError `request.too-many` when too much work of the owner, or of all, is waiting; `request.too-large` when
   * the document needs more memory than the thread has; `server.unavailable` when the machine is too busy for it
   */
  async run<Work extends DocumentWork>(work: Work, owner: WorkOwner): Promise<DocumentResult<Work>> {
    if (sizeOfWork(work) <= INLINE_BYTES) {
      return runDocumentWork(work);
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (!this.#queue.add(owner.holder, { work, resolve, reject })) {
      this.#limitsMet.record({ limit: 'document-work', ...owner });
      throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
    }
    this.#next();
    // The thread answers with the result of the same function.
    return (await promise) as DocumentResult<Work>;
  }

  async close(): Promise<void> {
    for (const { worker, timer, task } of this.#threads) {
      clearTimeout(timer);
      task?.reject(new Error('the gateway stops'));
      await worker.terminate();
    }
    this.#threads.clear();
  }

  #start(): Thread {
    const worker = new Worker(new URL('./document-thread.ts', import.meta.url), {
      resourceLimits: HEAP_LIMITS,
    });
    worker.unref();
    const thread: Thread = { worker, task: null, timer: setTimeout(() => undefined, 0) };
    worker.on('message', (answer: ThreadAnswer) => {
      const { task } = thread;
      thread.task = null;
      if ('error' in answer) {
        task?.reject(new Error(answer.error));
      } else {
        task?.resolve(answer.result);
      }
      this.#dropAfter(thread, new Error('idle'), IDLE_MS);
      this.#next();
    });
    worker.on('error', (err) => {
      this.#logger.error({ err }, 'document thread failed');
      this.#drop(thread, isOutOfMemory(err) ? new CodedError('request.too-large', { cause: err }) : err);
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Ends a thread after a time, unless it is given another time before. */
  #dropAfter(thread: Thread, reason: Error, ms: number): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => this.#drop(thread, reason), ms).unref();
  }

  #drop(thread: Thread, reason: Error): void {
    clearTimeout(thread.timer);
    this.#threads.delete(thread);
    thread.task?.reject(reason);
    thread.task = null;
    // Its end is not awaited: it holds no work any more.
    void thread.worker.terminate();
    this.#next();
  }

  #next(): void {
    const idle = [...this.#threads].find(({ task }) => task === null);
    if (this.#queue.size === 0 || (!idle && this.#threads.size >= THREADS)) {
      return;
    }
    const thread = idle ?? this.#start();
    const task = this.#queue.take();
    if (!task) {
      return;
    }
    thread.task = task;
    const busy = new CodedError('server.unavailable', { headers: { 'Retry-After': String(RETRY_S) } });
    this.#dropAfter(thread, busy, WORK_WITHIN_MS);
    this.#nextId += 1;
    thread.worker.postMessage({ id: this.#nextId, work: task.work } satisfies ThreadRequest);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
