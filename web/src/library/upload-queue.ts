import type { UploadControl, UploadHold, UploadOptions } from '../api/upload-options.ts';
import { type Throughput, ThroughputMeter } from '../files/throughput.ts';
import { createListeners } from '../listeners.ts';
import type { StoredList } from '../stored-list.ts';

/** Phase of one item of a bulk upload; while `opening`, the server processes it. */
export type LibraryUploadPhase =
  | 'waiting'
  | 'uploading'
  | 'opening'
  | 'done'
  | 'failed'
  | 'cancelled'
  | 'undone';

/** Deletes the upload and everything created from it. */
export type UndoJob = () => Promise<void>;

/** One item of the queue: a file, or the files of one material. */
export type UploadTask<Job> = {
  id: number;
  name: string;
  job: Job;
  phase: LibraryUploadPhase;
  /** Uploaded share, 0 to 1. */
  share: number;
  /** Speed of the upload; null while unknown. */
  throughput: Throughput | null;
  /** Reason of a pause; null while it is running. */
  hold: UploadHold | null;
  /** Pause control, where the upload supports it. */
  control: UploadControl | null;
  error: unknown;
  /** Null where nothing can be undone. */
  undo: UndoJob | null;
  /** Whether this page has work to do after the upload. */
  isMadeHere: boolean;
};

/** An item to upload. */
export type UploadRequest<Job> = { name: string; job: Job; isMadeHere?: boolean };

/** Cancellation and progress (0 to 1) of an upload. */
export type SendOptions = Required<Pick<UploadOptions, 'signal' | 'onProgress'>> &
  Pick<UploadOptions, 'onHold'> & {
    /** Called with the pause control, and with null when there is none any more. */
    onPieces?: (control: UploadControl | null) => void;
    /** Called with the number of uploaded bytes and the total. */
    onBytes?: (arrived: number, total: number) => void;
    /** Called when all bytes have arrived and only the server works on the item. */
    onSent?: () => void;
  };

/** Uploads one item and returns a function to undo it, if possible; rejects on failure and on cancel. */
export type SendJob<Job> = (job: Job, options: SendOptions) => Promise<UndoJob | null>;

/** Limit of parallel uploads; more would only slow each one down. */
const AT_ONCE = 2;
/** Limit of items in processing: each is polled, and the server limits the requests per user. */
const MAX_OPENING = 4;

/** List of pages that store no names. */
const NOT_STORED: StoredList<string> = { all: () => [], keep: () => undefined };

/** Transient values of an item that is not running. */
const STILL = { throughput: null, hold: null, control: null } as const;

/** A running or paused item. */
type Run = { abort: AbortController; doing: 'sending' | 'held' | 'opening' };

/** Uploads many items, a few in parallel; each can be cancelled and retried separately. */
export class UploadQueue<Job> {
  readonly #send: SendJob<Job>;
  readonly #listeners = createListeners();
  readonly #running = new Map<number, Run>();
  #tasks: readonly UploadTask<Job>[] = [];
  #interrupted: readonly string[];
  #nextId = 1;
  /** Names of the running uploads, so that a reloaded page can list the lost ones. */
  readonly #kept: StoredList<string>;

  constructor(send: SendJob<Job>, kept: StoredList<string> = NOT_STORED) {
    this.#send = send;
    this.#kept = kept;
    this.#interrupted = kept.all();
  }

  readonly get = (): readonly UploadTask<Job>[] => this.#tasks;
  /** Names of the uploads that a reload interrupted; choosing the same files again resumes them. */
  readonly getInterrupted = (): readonly string[] => this.#interrupted;
  readonly subscribe = this.#listeners.add;

  /** Whether an item is waiting or uploading. */
  get isBusy(): boolean {
    return this.#tasks.some(isUnderWay);
  }

  /** Appends items. */
  add(jobs: readonly UploadRequest<Job>[]): void {
    const fresh = jobs.map(({ name, job, isMadeHere = false }) => ({
      id: this.#nextId++,
      name,
      job,
      phase: 'waiting' as const,
      share: 0,
      ...STILL,
      error: null,
      undo: null,
      isMadeHere,
    }));
    this.#interrupted = this.#interrupted.filter((name) => !jobs.some((job) => job.name === name));
    this.#set([...this.#tasks, ...fresh]);
    this.#runNext();
  }

  /** Cancels a waiting or running item. */
  cancel(id: number): void {
    this.#running.get(id)?.abort.abort();
    const task = this.#tasks.find((one) => one.id === id);
    if (task && isUnderWay(task)) {
      this.#change(id, { phase: 'cancelled', ...STILL });
    }
  }

  /** Pauses an item; uploaded bytes are kept. */
  pause(id: number): void {
    this.#tasks.find((one) => one.id === id)?.control?.pause();
  }

  /** Resumes a paused item. */
  resume(id: number): void {
    this.#tasks.find((one) => one.id === id)?.control?.resume();
  }

  /** Uploads a failed, cancelled or undone item again. */
  retry(id: number): void {
    const task = this.#tasks.find((one) => one.id === id);
    if (task?.phase === 'failed' || task?.phase === 'cancelled' || task?.phase === 'undone') {
      this.#change(id, { phase: 'waiting', share: 0, error: null });
      this.#runNext();
    }
  }

  /** Undoes a finished item. @throws the error of its undo function; another try is possible then. */
  async undo(id: number): Promise<void> {
    const task = this.#tasks.find((one) => one.id === id);
    if (!task?.undo) {
      return;
    }
    const { undo } = task;
    // Several clicks must undo only once.
    this.#change(id, { undo: null });
    try {
      await undo();
      this.#change(id, { phase: 'undone', share: 0 });
    } catch (error) {
      this.#change(id, { undo });
      throw error;
    }
  }

  /** Removes an interrupted name from the list. */
  dismiss(name: string): void {
    this.#interrupted = this.#interrupted.filter((other) => other !== name);
    this.#set(this.#tasks);
  }

  /** Removes finished items from the list. */
  clear(): void {
    this.#set(this.#tasks.filter(isUnderWay));
  }

  /** Cancels everything, as when the user leaves the page. */
  dispose(): void {
    // Waiting items first, as the end of a running one starts the next.
    this.#set(this.#tasks.map((task) => (task.phase === 'waiting' ? { ...task, phase: 'cancelled' } : task)));
    for (const { abort } of this.#running.values()) {
      abort.abort();
    }
  }

  #runNext(): void {
    const next = this.#tasks.find(({ phase }) => phase === 'waiting');
    if (!next || this.#count('sending') >= AT_ONCE || this.#count('opening') >= MAX_OPENING) {
      return;
    }
    const run: Run = { abort: new AbortController(), doing: 'sending' };
    this.#running.set(next.id, run);
    this.#change(next.id, { phase: 'uploading' });
    const { signal } = run.abort;
    this.#send(next.job, this.#optionsFor(next.id, run))
      .then(
        (undo) => this.#change(next.id, { phase: 'done', share: 1, undo, ...STILL }),
        (error: unknown) => {
          if (!signal.aborted) {
            this.#change(next.id, { phase: 'failed', error, ...STILL });
          }
        },
      )
      .finally(() => {
        // A task that was retried meanwhile has a newer run.
        if (this.#running.get(next.id) === run) {
          this.#running.delete(next.id);
        }
        this.#runNext();
      });
    this.#runNext();
  }

  #count(doing: Run['doing']): number {
    return [...this.#running.values()].filter((run) => run.doing === doing).length;
  }

  /** Paused items, and those in processing on the server, free their slot for the next one. */
  #optionsFor(id: number, run: Run): SendOptions {
    const { signal } = run.abort;
    const meter = new ThroughputMeter();
    const change = (patch: Partial<UploadTask<Job>>) => !signal.aborted && this.#change(id, patch);
    return {
      signal,
      onProgress: (share) => change({ share }),
      onBytes: (arrived, total) => {
        meter.note(arrived, performance.now());
        change({ throughput: meter.read(total) });
      },
      onPieces: (control) => change({ control }),
      onHold: (hold) => {
        meter.reset();
        run.doing = hold === null ? 'sending' : 'held';
        change({ hold, throughput: null });
        this.#runNext();
      },
      onSent: () => {
        run.doing = 'opening';
        change({ phase: 'opening', ...STILL });
        this.#runNext();
      },
    };
  }

  #change(id: number, patch: Partial<UploadTask<Job>>): void {
    this.#set(this.#tasks.map((task) => (task.id === id ? { ...task, ...patch } : task)));
  }

  #set(tasks: readonly UploadTask<Job>[]): void {
    this.#tasks = tasks;
    const lost = tasks.filter(needsPage).map(({ name }) => name);
    this.#kept.keep([...new Set([...this.#interrupted, ...lost])]);
    this.#listeners.notify();
  }
}

/** Whether leaving the page would lose the item; the server finishes fully uploaded ones alone. */
function needsPage(task: UploadTask<unknown>): boolean {
  return isUnderWay(task) && (task.phase !== 'opening' || task.isMadeHere);
}

/** Whether an item is waiting, uploading or in processing. */
export function isUnderWay({ phase }: UploadTask<unknown>): boolean {
  return phase === 'waiting' || phase === 'uploading' || phase === 'opening';
}
