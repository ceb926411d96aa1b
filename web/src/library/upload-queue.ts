/** How far one thing of a bulk upload is. */
export type UploadPhase = 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled' | 'undone';

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
  error: unknown;
  /** Null where there is nothing to take back. */
  undo: UndoJob | null;
};

/** How sending is ended, and told how far it is, 0 to 1. */
export type SendOptions = { signal: AbortSignal; onProgress: (share: number) => void };

/** Sends one thing and says how it is taken back, if it can be; rejects when it failed or was cancelled. */
export type SendJob<Job> = (job: Job, options: SendOptions) => Promise<UndoJob | null>;

/** More at once would only make each slower. */
const AT_ONCE = 2;

/** Sends many things, a few at a time; each can be cancelled and tried again by itself. */
export class UploadQueue<Job> {
  readonly #send: SendJob<Job>;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<number, AbortController>();
  #tasks: readonly UploadTask<Job>[] = [];
  #nextId = 1;

  constructor(send: SendJob<Job>) {
    this.#send = send;
  }

  readonly get = (): readonly UploadTask<Job>[] => this.#tasks;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether something waits or is being sent. */
  get isBusy(): boolean {
    return this.#tasks.some(isUnderWay);
  }

  /** Puts things at the end. */
  add(jobs: readonly { name: string; job: Job }[]): void {
    const fresh = jobs.map(({ name, job }) => ({
      id: this.#nextId++,
      name,
      job,
      phase: 'waiting' as const,
      share: 0,
      error: null,
      undo: null,
    }));
    this.#set([...this.#tasks, ...fresh]);
    this.#runNext();
  }

  /** Ends one that waits or is being sent. */
  cancel(id: number): void {
    this.#running.get(id)?.abort();
    const task = this.#tasks.find((one) => one.id === id);
    if (task && isUnderWay(task)) {
      this.#change(id, { phase: 'cancelled' });
    }
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

  /** Takes what is over out of the list. */
  clear(): void {
    this.#set(this.#tasks.filter(isUnderWay));
  }

  /** Ends everything, as when the page is left. */
  dispose(): void {
    // What waits first, as the end of one that runs begins the next.
    this.#set(this.#tasks.map((task) => (task.phase === 'waiting' ? { ...task, phase: 'cancelled' } : task)));
    for (const controller of this.#running.values()) {
      controller.abort();
    }
  }

  #runNext(): void {
    const next = this.#tasks.find(({ phase }) => phase === 'waiting');
    if (!next || this.#running.size >= AT_ONCE) {
      return;
    }
    const controller = new AbortController();
    this.#running.set(next.id, controller);
    this.#change(next.id, { phase: 'uploading' });
    const { signal } = controller;
    const onProgress = (share: number) => !signal.aborted && this.#change(next.id, { share });
    this.#send(next.job, { signal, onProgress })
      .then(
        (undo) => this.#change(next.id, { phase: 'done', share: 1, undo }),
        (error: unknown) => {
          if (!signal.aborted) {
            this.#change(next.id, { phase: 'failed', error });
          }
        },
      )
      .finally(() => {
        // A task that was tried again meanwhile has a run of its own.
        if (this.#running.get(next.id) === controller) {
          this.#running.delete(next.id);
        }
        this.#runNext();
      });
    this.#runNext();
  }

  #change(id: number, patch: Partial<UploadTask<Job>>): void {
    this.#set(this.#tasks.map((task) => (task.id === id ? { ...task, ...patch } : task)));
  }

  #set(tasks: readonly UploadTask<Job>[]): void {
    this.#tasks = tasks;
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

function isUnderWay({ phase }: UploadTask<unknown>): boolean {
  return phase === 'waiting' || phase === 'uploading';
}
