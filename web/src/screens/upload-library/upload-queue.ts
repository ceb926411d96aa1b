/** How far one thing of a bulk upload is. */
export type UploadPhase = 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled';

/** One thing that is sent: a file, or the files of one material. */
export type UploadTask<Job> = {
  id: number;
  name: string;
  job: Job;
  phase: UploadPhase;
  /** 0 to 1. */
  share: number;
  error: unknown;
};

/** Sends one thing; rejects when it failed or was cancelled. */
export type SendJob<Job> = (
  job: Job,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<void>;

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

  /** Puts things at the end. */
  add(jobs: readonly { name: string; job: Job }[]): void {
    const fresh = jobs.map(({ name, job }) => ({
      id: this.#nextId++,
      name,
      job,
      phase: 'waiting' as const,
      share: 0,
      error: null,
    }));
    this.#set([...this.#tasks, ...fresh]);
    this.#runNext();
  }

  /** Ends one that waits or is being sent. */
  cancel(id: number): void {
    this.#running.get(id)?.abort();
    const task = this.#tasks.find((one) => one.id === id);
    if (task?.phase === 'waiting' || task?.phase === 'uploading') {
      this.#change(id, { phase: 'cancelled' });
    }
  }

  /** Sends one that failed or was cancelled once more. */
  retry(id: number): void {
    const task = this.#tasks.find((one) => one.id === id);
    if (task?.phase === 'failed' || task?.phase === 'cancelled') {
      this.#change(id, { phase: 'waiting', share: 0, error: null });
      this.#runNext();
    }
  }

  /** Takes what is over out of the list. */
  clear(): void {
    this.#set(this.#tasks.filter(({ phase }) => phase === 'waiting' || phase === 'uploading'));
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
        () => this.#change(next.id, { phase: 'done', share: 1 }),
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
