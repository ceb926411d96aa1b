import type { UploadControl, UploadHold, UploadOptions } from '../api/upload-options.ts';
import { type Pace, PaceMeter } from '../editor/kernels/pace.ts';
import { type KeptNames, NOTHING_KEPT } from './kept-names.ts';

/** How far one thing of a bulk upload is; what is `opening` is with the server. */
export type UploadPhase = 'waiting' | 'uploading' | 'opening' | 'done' | 'failed' | 'cancelled' | 'undone';

/** Takes back what was sent and what was made of it. */
export type UndoJob = () => Promise<void>;

/** One thing that is sent: a file, or the files of one material. */
export type UploadTask<Job> = {
  id: number;
  name: string;
  job: Job;
  phase: UploadPhase;
  /** 0 to 1. */
  share: number;
  /** How fast it is sent; null while nobody knows. */
  pace: Pace | null;
  /** Why it stands still; null while it does not. */
  hold: UploadHold | null;
  /** What pauses it, where that can be done. */
  control: UploadControl | null;
  error: unknown;
  /** Null where there is nothing to take back. */
  undo: UndoJob | null;
  /** Whether this page has still to do something with it when all has arrived. */
  isMadeHere: boolean;
};

/** A thing to be sent. */
export type UploadWish<Job> = { name: string; job: Job; isMadeHere?: boolean };

/** How sending is ended, and told how far it is, 0 to 1. */
export type SendOptions = Required<Pick<UploadOptions, 'signal' | 'onProgress'>> &
  Pick<UploadOptions, 'onHold'> & {
    /** Told what pauses it, and null where nothing does any more. */
    onPieces?: (control: UploadControl | null) => void;
    /** Told how many bytes have arrived, of how many. */
    onBytes?: (arrived: number, total: number) => void;
    /** Told that all has arrived, and that only the server is at work on it. */
    onSent?: () => void;
  };

/** Sends one thing and says how it is taken back, if it can be; rejects when it failed or was cancelled. */
export type SendJob<Job> = (job: Job, options: SendOptions) => Promise<UndoJob | null>;

/** More at once would only make each slower. */
const AT_ONCE = 2;
/** Each that is opened is asked after again and again, of which the server takes so much of one person. */
const MOST_OPENING = 4;

/** What nothing is known of yet, or any more. */
const STILL = { pace: null, hold: null, control: null } as const;

/** One that is being sent or opened, or stands still. */
type Run = { abort: AbortController; doing: 'sending' | 'held' | 'opening' };

/** Sends many things, a few at a time; each can be cancelled and tried again by itself. */
export class UploadQueue<Job> {
  readonly #send: SendJob<Job>;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<number, Run>();
  #tasks: readonly UploadTask<Job>[] = [];
  #interrupted: readonly string[];
  #nextId = 1;
  readonly #kept: KeptNames;

  constructor(send: SendJob<Job>, kept: KeptNames = NOTHING_KEPT) {
    this.#send = send;
    this.#kept = kept;
    this.#interrupted = kept.all();
  }

  readonly get = (): readonly UploadTask<Job>[] => this.#tasks;
  /** The names of what was being sent when the page was loaded anew; the same files given again go on where they stopped. */
  readonly getInterrupted = (): readonly string[] => this.#interrupted;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether something waits or is being sent. */
  get isBusy(): boolean {
    return this.#tasks.some(isUnderWay);
  }

  /** Puts things at the end. */
  add(jobs: readonly UploadWish<Job>[]): void {
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

  /** Ends one that waits or is being sent. */
  cancel(id: number): void {
    this.#running.get(id)?.abort.abort();
    const task = this.#tasks.find((one) => one.id === id);
    if (task && isUnderWay(task)) {
      this.#change(id, { phase: 'cancelled', ...STILL });
    }
  }

  /** Lets one stand still; what has arrived of it stays. */
  pause(id: number): void {
    this.#tasks.find((one) => one.id === id)?.control?.pause();
  }

  /** Lets one go on that was paused. */
  resume(id: number): void {
    this.#tasks.find((one) => one.id === id)?.control?.resume();
  }

  /** Sends one that failed, was cancelled or was taken back once more. */
  retry(id: number): void {
    const task = this.#tasks.find((one) => one.id === id);
    if (task?.phase === 'failed' || task?.phase === 'cancelled' || task?.phase === 'undone') {
      this.#change(id, { phase: 'waiting', share: 0, error: null });
      this.#runNext();
    }
  }

  /** Takes one back that has arrived. @throws what taking it back throws; it can be tried again then. */
  async undo(id: number): Promise<void> {
    const task = this.#tasks.find((one) => one.id === id);
    if (!task?.undo) {
      return;
    }
    const { undo } = task;
    // Once is enough, however often somebody clicks.
    this.#change(id, { undo: null });
    try {
      await undo();
      this.#change(id, { phase: 'undone', share: 0 });
    } catch (error) {
      this.#change(id, { undo });
      throw error;
    }
  }

  /** Forgets one that was interrupted. */
  dismiss(name: string): void {
    this.#interrupted = this.#interrupted.filter((other) => other !== name);
    this.#set(this.#tasks);
  }

  /** Takes what is over out of the list. */
  clear(): void {
    this.#set(this.#tasks.filter(isUnderWay));
  }

  /** Ends everything, as when the page is left. */
  dispose(): void {
    // What waits first, as the end of one that runs begins the next.
    this.#set(this.#tasks.map((task) => (task.phase === 'waiting' ? { ...task, phase: 'cancelled' } : task)));
    for (const { abort } of this.#running.values()) {
      abort.abort();
    }
  }

  #runNext(): void {
    const next = this.#tasks.find(({ phase }) => phase === 'waiting');
    if (!next || this.#count('sending') >= AT_ONCE || this.#count('opening') >= MOST_OPENING) {
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
        // A task that was tried again meanwhile has a run of its own.
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

  /** What stands still, and what the server alone is at work on, leaves its place to the next. */
  #optionsFor(id: number, run: Run): SendOptions {
    const { signal } = run.abort;
    const meter = new PaceMeter();
    const change = (patch: Partial<UploadTask<Job>>) => !signal.aborted && this.#change(id, patch);
    return {
      signal,
      onProgress: (share) => change({ share }),
      onBytes: (arrived, total) => {
        meter.note(arrived, performance.now());
        change({ pace: meter.read(total) });
      },
      onPieces: (control) => change({ control }),
      onHold: (hold) => {
        meter.reset();
        run.doing = hold === null ? 'sending' : 'held';
        change({ hold, pace: null });
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
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

/** Whether one would be lost with the page: what has arrived the server goes on with alone. */
function needsPage(task: UploadTask<unknown>): boolean {
  return isUnderWay(task) && (task.phase !== 'opening' || task.isMadeHere);
}

/** Whether one waits, is being sent or is opened. */
export function isUnderWay({ phase }: UploadTask<unknown>): boolean {
  return phase === 'waiting' || phase === 'uploading' || phase === 'opening';
}
