import { totalmem } from 'node:os';
import type { Logger } from '@diorama/shared/server/logger.ts';
import { isReachable, isRoot, type ProcessUser, UNPRIVILEGED } from '../unprivileged.ts';
import type { ChildTaskName, ChildTasks } from './child-protocol.ts';
import { ChildDiedError, ConversionChild, type TaskLimits } from './conversion-child.ts';
import { WHOLE_BUDGET_BYTES } from './memory-need.ts';

/**
 * Tasks after which a child is replaced. A child above a memory limit is replaced too, so that leaks do not
 * add up.
 */
const MAX_TASKS = 50;
const MAX_IDLE_BYTES = 400_000_000;
/** Share of the machine's or container's memory for all tasks together. */
const MEMORY_SHARE = 0.6;

/**
 * Queue of a task. Small files, large files and outputs of scenes do not wait for each other.
 * Only memory is shared, and is granted in order of arrival.
 */
export type Lane = 'small' | 'large' | 'output';

/** Limits of a task, and its queue. */
export type PoolLimits = TaskLimits & { lane: Lane };

export type PoolOptions = {
  /** Small files converted at once, and children kept alive; the other lanes have one task each. */
  size?: number;
  /** Tasks after which a child is replaced. */
  maxTasks?: number;
  /** Memory of all tasks together, in bytes; a task above it runs alone. */
  memoryBytes?: number;
  logger?: Pick<Logger, 'warn'>;
  createChild?: (user: ProcessUser) => ConversionChild;
};

/** Converts files in a few warm children. A file that crashes its child affects no other. */
export class ConversionPool {
  /** The required owner of job folders, if any. */
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

  static async create(options: PoolOptions = {}): Promise<ConversionPool> {
    const user = await childUser();
    if (isRoot() && user.uid === undefined) {
      options.logger?.warn('files are converted as root, as no other user can enter the folder of the code');
    }
    return new ConversionPool(user, options);
  }

  /**
   * Runs a task in the next free child of its lane. A child may grow too large because of earlier tasks or
   * a wrong estimate: the task is repeated once in a new child with all the memory.
   * @throws the errors of {@link ConversionChild.run}; the reason of `signal`, if it comes before the child.
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
      // Name, input and output belong together, which the union of requests cannot express.
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
   * Starts the tasks that have room, in order. A task that waits for memory is not overtaken, as it might
   * wait forever.
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

/** `bytes` is the growth allowed to its task. */
type PoolPlace = { lane: Lane; signal: AbortSignal | undefined; bytes: number; isNew?: boolean };
type Waiting = PoolPlace & { start: (child: ConversionChild) => void; refuse: (reason: unknown) => void };
/** `bytes` grows with the child's reported need. */
type Running = { lane: Lane; bytes: number };

/** The container's memory where it has a limit, else the machine's. */
function machineShare(): number {
  const limit = process.constrainedMemory();
  const whole = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return whole * MEMORY_SHARE;
}

/**
 * Another user, if this one is root and the other one can read the code, which is not so below root's home.
 */
async function childUser(): Promise<ProcessUser> {
  const isPossible =
    isRoot() && (await isReachable(import.meta.dirname)) && (await isReachable(process.execPath));
  return isPossible ? UNPRIVILEGED : {};
}
