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

/** Runs work on documents: small work at once, large work on threads, in turn by owner. */
export interface DocumentThreads {
  /**
   * @throws CodedError `request.too-many` when too much work of the owner, or of all, is waiting; `request.too-large` when
   * the document needs more memory than the thread has
   */
  run<Work extends DocumentWork>(work: Work, owner: WorkOwner): Promise<DocumentResult<Work>>;
  close(): Promise<void>;
}

type Task = { work: DocumentWork; resolve: (result: unknown) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; task: Task | null; timer: NodeJS.Timeout };

export function createDocumentThreads(options: {
  logger: Logger;
  limitsMet: Pick<LimitsMet, 'record'>;
}): DocumentThreads {
  const { logger, limitsMet } = options;
  const queue = new FairQueue<Task>(WAITING);
  const threads = new Set<Thread>();
  let nextId = 0;

  const start = (): Thread => {
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
      rest(thread);
      next();
    });
    worker.on('error', (err) => {
      logger.error({ err }, 'a document thread failed');
      drop(thread, isOutOfMemory(err) ? new CodedError('request.too-large', { cause: err }) : err);
    });
    threads.add(thread);
    return thread;
  };

  /** Ends a thread that has been idle for a while. */
  const rest = (thread: Thread) => {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => drop(thread, new Error('idle')), IDLE_MS).unref();
  };

  const drop = (thread: Thread, reason: Error) => {
    clearTimeout(thread.timer);
    threads.delete(thread);
    thread.task?.reject(reason);
    thread.task = null;
    // Its end is not awaited: it holds no work any more.
    void thread.worker.terminate();
    next();
  };

  const next = () => {
    const idle = [...threads].find(({ task }) => task === null);
    if (queue.size === 0 || (!idle && threads.size >= THREADS)) {
      return;
    }
    const thread = idle ?? start();
    const task = queue.take();
    if (!task) {
      return;
    }
    thread.task = task;
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => drop(thread, new Error('took too long')), WORK_WITHIN_MS).unref();
    nextId += 1;
    thread.worker.postMessage({ id: nextId, work: task.work } satisfies ThreadRequest);
  };

  return {
    run: async <Work extends DocumentWork>(work: Work, owner: WorkOwner): Promise<DocumentResult<Work>> => {
      if (sizeOfWork(work) <= INLINE_BYTES) {
        return runDocumentWork(work);
      }
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      if (!queue.add(owner.holder, { work, resolve, reject })) {
        limitsMet.record({ limit: 'document-work', ...owner });
        throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
      }
      next();
      // The thread answers with the result of the same function.
      return (await promise) as DocumentResult<Work>;
    },
    close: async () => {
      for (const { worker, timer, task } of threads) {
        clearTimeout(timer);
        task?.reject(new Error('the gateway stops'));
        await worker.terminate();
      }
      threads.clear();
    },
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
