import { totalmem } from 'node:os';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { inSpan } from '@diorama/shared/server/runtime/tracing.ts';
import { isReachable, isRoot, type ProcessUser, UNPRIVILEGED } from '../unprivileged.ts';
import type { ChildTaskName, ChildTasks } from './child-protocol.ts';
import { ChildDiedError, ConversionChild, type TaskLimits } from './conversion-child.ts';
import { WHOLE_BUDGET_BYTES } from './memory-need.ts';

/** Tasks and idle bytes after which a child is replaced, so that leaks do not add up. */
const MAX_TASKS = 50;
const MAX_IDLE_BYTES = 400_000_000;
/** Share of the memory of the machine, or of the container, for all tasks together. */
const MEMORY_SHARE = 0.6;

/** Time after which an idle child that yields ends. */
const IDLE_MS = 60_000;

/**
 * Tasks of each lane at once, and the steps of the nice value by which they yield the processor. Outputs of scenes
 * yield to first files of a workspace, further files and large ones yield to both. When memory is short, all
 * tasks start in the order of their arrival.
 */
const LANES = {
  small: { places: 2, steps: 0 },
  output: { places: 1, steps: 9 },
  bulk: { places: 2, steps: 14 },
  large: { places: 1, steps: 14 },
} as const;
export type Lane = keyof typeof LANES;

/** Limits of a task, and its queue. */
export type PoolLimits = TaskLimits & { lane: Lane };

export type PoolOptions = {
  /** Number of idle children kept of each kind. */
  size?: number;
  /** Number of tasks after which a child is replaced. */
  maxTasks?: number;
  /** Limit for all tasks together, in bytes. A larger task runs alone. */
  memoryBytes?: number;
  logger?: Pick<Logger, 'warn'>;
  createChild?: (options: { user: ProcessUser; steps: number }) => ConversionChild;
};

/** Converts files in a few warm child processes. A file that crashes its child affects no other file. */
export class ConversionPool {
  /** The user that job folders must belong to, if any. */
  readonly user: ProcessUser;
  readonly #idle: ConversionChild[] = [];
  readonly #waiting = new Set<Waiting>();
  readonly #busy = new Map<ConversionChild, Running>();
  readonly #size: number;
  readonly #maxTasks: number;
  readonly #memoryBytes: number;
  readonly #logger: PoolOptions['logger'];
  readonly #createChild: NonNullable<PoolOptions['createChild']>;
  /** Steps by which a child yields; a process without privileges cannot raise its priority again. */
  readonly #steps = new WeakMap<ConversionChild, number>();
  #endingYielding: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(
    user: ProcessUser,
    { size = 2, maxTasks = MAX_TASKS, memoryBytes = machineShare(), logger, createChild }: PoolOptions,
  ) {
    this.#memoryBytes = memoryBytes;
    this.#size = size;
    this.#maxTasks = maxTasks;
    this.#logger = logger;
    this.#createChild = createChild ?? ((how) => new ConversionChild(how));
    this.user = user;
    this.#refill();
  }

  /** Starts the children. */
  static async create(options: PoolOptions = {}): Promise<ConversionPool> {
    const user = await childUser();
    if (isRoot() && user.uid === undefined) {
      options.logger?.warn('files are converted as root: no other user can read the code folder');
    }
    return new ConversionPool(user, options);
  }

  /**
   * Runs a task in the next free child of its lane. A child may exceed its limit because of memory left
   * by earlier tasks or a wrong estimate. In that case the task is retried once in a new child with the
   * whole budget.
   * @throws the errors of {@link ConversionChild.run}, or the reason of `signal` while it waits.
   */
  async run<Name extends ChildTaskName>(
    task: Name,
    input: ChildTasks[Name]['input'],
    { lane, ...limits }: PoolLimits,
  ): Promise<ChildTasks[Name]['output']> {
    const { signal, addedBytes: bytes } = limits;
    try {
      return await this.#runOnce(await this.#take({ lane, signal, bytes }), { task, input, limits });
    } catch (error) {
      if (!(error instanceof ChildDiedError) || error.of !== 'memory') {
        throw error;
      }
      this.#logger?.warn(
        { task, lane, addedBytes: limits.addedBytes },
        'task exceeded its memory share, retrying in a new child process',
      );
      const whole = { ...limits, addedBytes: WHOLE_BUDGET_BYTES };
      const place = { lane, signal, bytes: WHOLE_BUDGET_BYTES, isNew: true };
      return await this.#runOnce(await this.#take(place), { task, input, limits: whole });
    }
  }

  async #runOnce<Name extends ChildTaskName>(
    child: ConversionChild,
    { task, input, limits }: { task: Name; input: ChildTasks[Name]['input']; limits: TaskLimits },
  ): Promise<ChildTasks[Name]['output']> {
    const onAllowed = (bytes: number) => {
      const running = this.#busy.get(child);
      if (running) {
        running.bytes = bytes;
      }
    };
    try {
      // Name, input and output belong together, which the union of requests cannot express.
      const request = { task, input } as Parameters<ConversionChild['run']>[0];
      const attributes = { 'process.pid': child.pid ?? 0 };
      const output = await inSpan({ name: `child ${task}`, attributes }, () =>
        child.run(request, {
          ...limits,
          onAllowed,
          onFault: (fault) => this.#logger?.warn({ task, fault }, 'optimization step failed and was skipped'),
        }),
      );
      return output as ChildTasks[Name]['output'];
    } finally {
      await this.#release(child);
    }
  }

  /** Process ids of the busy children, for tests that end them. */
  busyPids(): number[] {
    return [...this.#busy.keys()].flatMap((child) => child.pid ?? []);
  }

  /** Ends all children; running tasks fail. */
  close(): void {
    this.#isClosed = true;
    for (const child of [...this.#idle, ...this.#busy.keys()]) {
      child.kill();
    }
  }

  /** Waits for a child for a task. */
  async #take(place: PoolPlace): Promise<ConversionChild> {
    const { signal } = place;
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ConversionChild>();
    const waiting: Waiting = { ...place, start: resolve, refuse: reject };
    const leave = () => {
      this.#waiting.delete(waiting);
      reject(signal?.reason);
      this.#admit();
    };
    this.#waiting.add(waiting);
    signal?.addEventListener('abort', leave, { once: true });
    this.#admit();
    return await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /**
   * Starts waiting tasks in order while there is room. No task overtakes one that waits for memory, which
   * might otherwise wait for ever.
   */
  #admit(): void {
    for (const waiting of [...this.#waiting]) {
      if (!this.#hasPlace(waiting.lane)) {
        continue;
      }
      if (!this.#hasMemory(waiting.bytes)) {
        return;
      }
      this.#waiting.delete(waiting);
      try {
        waiting.start(this.#assign(waiting));
      } catch (error) {
        // The process could not be started.
        waiting.refuse(error);
      }
    }
  }

  #assign({ lane, bytes, isNew = false }: PoolPlace): ConversionChild {
    this.#forgetDead();
    const { steps } = LANES[lane];
    const living = this.#idle.find(
      (child) => this.#steps.get(child) === steps && !(isNew && child.tasksDone > 0),
    );
    if (living) {
      this.#idle.splice(this.#idle.indexOf(living), 1);
    }
    const child = living ?? this.#create(steps);
    this.#busy.set(child, { lane, bytes });
    return child;
  }

  #hasPlace(lane: Lane): boolean {
    const working = [...this.#busy.values()].filter((other) => other.lane === lane).length;
    return working < LANES[lane].places;
  }

  #hasMemory(bytes: number): boolean {
    const reserved = [...this.#busy.values()].reduce((sum, running) => sum + running.bytes, 0);
    return this.#busy.size === 0 || reserved + bytes <= this.#memoryBytes;
  }

  async #release(child: ConversionChild): Promise<void> {
    const isSpent =
      child.isDead || child.tasksDone >= this.#maxTasks || (await child.residentBytes()) > MAX_IDLE_BYTES;
    this.#busy.delete(child);
    // Starting a child takes longer than a small task, so a child is kept while others are busy in other lanes.
    const steps = this.#steps.get(child);
    const isOneTooMany = this.#idle.filter((one) => this.#steps.get(one) === steps).length >= this.#size;
    if (isSpent || isOneTooMany || this.#isClosed) {
      child.kill();
    } else {
      this.#idle.push(child);
    }
    if (steps !== 0) {
      clearTimeout(this.#endingYielding);
      this.#endingYielding = setTimeout(() => this.#endIdleYielding(), IDLE_MS).unref();
    }
    this.#refill();
    this.#admit();
  }

  #forgetDead(): void {
    this.#idle.splice(0, Infinity, ...this.#idle.filter((child) => !child.isDead));
  }

  /** Keeps some children ready for first files. */
  #refill(): void {
    this.#forgetDead();
    const isReady = (child: ConversionChild) => this.#steps.get(child) === 0;
    while (!this.#isClosed && [...this.#idle, ...this.#busy.keys()].filter(isReady).length < this.#size) {
      this.#idle.push(this.#create(0));
    }
  }

  #create(steps: number): ConversionChild {
    const child = this.#createChild({ user: this.user, steps });
    this.#steps.set(child, steps);
    return child;
  }

  #endIdleYielding(): void {
    for (const child of this.#idle.filter((one) => this.#steps.get(one) !== 0)) {
      child.kill();
    }
    this.#forgetDead();
  }
}

/** `bytes` is the growth allowed for the task. */
type PoolPlace = { lane: Lane; signal: AbortSignal | undefined; bytes: number; isNew?: boolean };
type Waiting = PoolPlace & { start: (child: ConversionChild) => void; refuse: (reason: unknown) => void };
/** `bytes` grows with the child's report. */
type Running = { lane: Lane; bytes: number };

/** The container's memory limit, or the machine's memory. */
function machineShare(): number {
  const limit = process.constrainedMemory();
  const whole = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return whole * MEMORY_SHARE;
}

/**
 * Returns an unprivileged user when this process is root and that user can read the code, unlike code in
 * root's home.
 */
async function childUser(): Promise<ProcessUser> {
  const isPossible =
    isRoot() && (await isReachable(import.meta.dirname)) && (await isReachable(process.execPath));
  return isPossible ? UNPRIVILEGED : {};
}
