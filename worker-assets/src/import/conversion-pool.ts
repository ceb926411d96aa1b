import { totalmem } from 'node:os';
import type { Logger } from '@diorama/shared/server/logger.ts';
import { isReachable, isRoot, type ProcessUser, UNPRIVILEGED } from '../unprivileged.ts';
import type { ChildTaskName, ChildTasks } from './child-protocol.ts';
import { ChildDiedError, ConversionChild, type TaskLimits } from './conversion-child.ts';
import { WHOLE_BUDGET_BYTES } from './memory-need.ts';

/** A child is replaced after so many tasks, or when it keeps more memory than this: what leaks must not add up. */
const MAX_TASKS = 50;
const MAX_IDLE_BYTES = 400_000_000;
/** How much of the machine's memory, or of what its container has, all tasks together may be given. */
const MEMORY_SHARE = 0.6;

/**
 * Where a task waits: small files do not wait for large ones, nor either of them for the outputs of scenes, but where memory
 * is short, which all are given in the order they came.
 */
export type Lane = 'small' | 'large' | 'output';

/** How much a task may use, and where it waits for its turn. */
export type PoolLimits = TaskLimits & { lane: Lane };

export type PoolOptions = {
  /** How many small files are worked on at once, and for how many children are kept; the other lanes have one task each. */
  size?: number;
  /** After how many tasks a child is replaced. */
  maxTasks?: number;
  /** What all tasks together may be given, in bytes; one that takes more runs alone. */
  memoryBytes?: number;
  logger?: Pick<Logger, 'warn'>;
  createChild?: (user: ProcessUser) => ConversionChild;
};

/** Converts files in a few warm children; a file that breaks its child breaks nothing else. */
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
  readonly #createChild: (user: ProcessUser) => ConversionChild;
  #isClosed = false;

  private constructor(
    user: ProcessUser,
    { size = 2, maxTasks = MAX_TASKS, memoryBytes = machineShare(), logger, createChild }: PoolOptions,
  ) {
    this.#memoryBytes = memoryBytes;
    this.#size = size;
    this.#maxTasks = maxTasks;
    this.#logger = logger;
    this.#createChild = createChild ?? ((as) => new ConversionChild({ user: as }));
    this.user = user;
    this.#refill();
  }

  /** Starts the children. */
  static async create(options: PoolOptions = {}): Promise<ConversionPool> {
    const user = await childUser();
    if (isRoot() && user.uid === undefined) {
      options.logger?.warn('files are converted as root, as no other user can enter the folder of the code');
    }
    return new ConversionPool(user, options);
  }

  /**
   * Runs a task in the next free child of its lane. A child that grew too large may have done so by what it kept of earlier tasks,
   * or we have reckoned wrongly: the task is tried once more in a new one that may take all there is.
   * @throws what {@link ConversionChild.run} throws; the reason of `signal`, if it comes before the child.
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
        'a task outgrew its share and is tried in a new child',
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
      // Name, input and output belong together; the union of requests cannot say so.
      const output = await child.run({ task, input } as Parameters<ConversionChild['run']>[0], {
        ...limits,
        onAllowed,
        onFault: (fault) =>
          this.#logger?.warn(
            { task, fault },
            'a conversion went on without an optimisation step that failed',
          ),
      });
      return output as ChildTasks[Name]['output'];
    } finally {
      await this.#giveBack(child);
    }
  }

  /** Process ids of the children at work, for tests that end them. */
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

  /** A child for a task, when it is its turn. */
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

  /** Begins what there is room for, in its order. Nobody overtakes who waits for memory, who might wait for ever else. */
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
        // No process could be started.
        waiting.refuse(error);
      }
    }
  }

  #assign({ lane, bytes, isNew = false }: PoolPlace): ConversionChild {
    this.#forgetDead();
    const living = this.#idle.find((child) => !(isNew && child.tasksDone > 0));
    if (living) {
      this.#idle.splice(this.#idle.indexOf(living), 1);
    }
    const child = living ?? this.#createChild(this.user);
    this.#busy.set(child, { lane, bytes });
    return child;
  }

  #hasPlace(lane: Lane): boolean {
    const working = [...this.#busy.values()].filter((other) => other.lane === lane).length;
    return working < (lane === 'small' ? this.#size : 1);
  }

  #hasMemory(bytes: number): boolean {
    const given = [...this.#busy.values()].reduce((sum, running) => sum + running.bytes, 0);
    return this.#busy.size === 0 || given + bytes <= this.#memoryBytes;
  }

  async #giveBack(child: ConversionChild): Promise<void> {
    const isSpent =
      child.isDead || child.tasksDone >= this.#maxTasks || (await child.residentBytes()) > MAX_IDLE_BYTES;
    this.#busy.delete(child);
    const isOneTooMany = this.#idle.length + this.#busy.size >= this.#size;
    if (isSpent || isOneTooMany || this.#isClosed) {
      child.kill();
    } else {
      this.#idle.push(child);
    }
    this.#refill();
    this.#admit();
  }

  #forgetDead(): void {
    this.#idle.splice(0, Infinity, ...this.#idle.filter((child) => !child.isDead));
  }

  #refill(): void {
    this.#forgetDead();
    while (!this.#isClosed && this.#idle.length + this.#busy.size < this.#size) {
      this.#idle.push(this.#createChild(this.user));
    }
  }
}

/** `bytes` is what its task may add to a child. */
type PoolPlace = { lane: Lane; signal: AbortSignal | undefined; bytes: number; isNew?: boolean };
type Waiting = PoolPlace & { start: (child: ConversionChild) => void; refuse: (reason: unknown) => void };
/** `bytes` grows with what the child says. */
type Running = { lane: Lane; bytes: number };

/** The container's memory where it has a limit, else the machine's. */
function machineShare(): number {
  const limit = process.constrainedMemory();
  const whole = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return whole * MEMORY_SHARE;
}

/** Another user, if this one is root and the other one can reach the code; below root's home he cannot. */
async function childUser(): Promise<ProcessUser> {
  const isPossible =
    isRoot() && (await isReachable(import.meta.dirname)) && (await isReachable(process.execPath));
  return isPossible ? UNPRIVILEGED : {};
}
