import type { LiveReset, LiveRow } from '@diorama/shared/server/delivery/live-stream.queries.ts';

/** A row of the change log, or the request to read everything again. */
export type LiveChange = LiveRow | LiveReset;

/** Changes that wait for delivery, in one queue per workspace. */
export interface WorkspaceQueues {
  /** Queues changes. Of several changes of one resource only the last is delivered. */
  add(changes: readonly LiveChange[]): void;
  /**
   * Largest number up to which everything besides `current` has been delivered.
   * @param current - change that is being delivered; null for a position between deliveries
   */
  deliveredByOthers(current: LiveChange | null): number;
  /** Drops what waits, and resolves when the running deliveries have ended. */
  close(): Promise<void>;
}

type Queue = {
  waiting: Map<string, LiveChange>;
  /** Changes of the running batch that have not been delivered, oldest first. */
  delivering: LiveChange[];
  timer: NodeJS.Timeout | null;
  running: Promise<void> | null;
};

/**
 * Delivers changes in order within a workspace, and independently of all other workspaces.
 * @param options.everyMs - shortest time between two batches of one workspace
 * @param options.deliver - never rejects
 */
export function createWorkspaceQueues(options: {
  everyMs: number;
  onBatch: (changes: readonly LiveChange[]) => void;
  deliver: (change: LiveChange) => Promise<void>;
}): WorkspaceQueues {
  const { everyMs, onBatch, deliver } = options;
  const queues = new Map<string, Queue>();
  let isClosed = false;

  const queueOf = (key: string): Queue => {
    const known = queues.get(key);
    const queue = known ?? { waiting: new Map(), delivering: [], timer: null, running: null };
    queues.set(key, queue);
    return queue;
  };

  const schedule = (key: string, queue: Queue) => {
    if (queue.timer === null && queue.running === null && !isClosed) {
      queue.timer = setTimeout(() => {
        queue.timer = null;
        queue.running = run(key, queue);
      }, everyMs);
    }
  };

  const run = async (key: string, queue: Queue) => {
    queue.delivering = [...queue.waiting.values()].sort((a, b) => a.seq - b.seq);
    queue.waiting.clear();
    onBatch(queue.delivering);
    for (let [next] = queue.delivering; next && !isClosed; [next] = queue.delivering) {
      await deliver(next);
      queue.delivering.shift();
    }
    queue.running = null;
    if (queue.waiting.size > 0) {
      schedule(key, queue);
    } else {
      queues.delete(key);
    }
  };

  return {
    add: (changes) => {
      for (const change of changes) {
        const key = queueKeyOf(change);
        const queue = queueOf(key);
        const resource = resourceKeyOf(change);
        queue.waiting.set(resource, keepCreation(queue.waiting.get(resource), change));
        schedule(key, queue);
      }
    },
    deliveredByOthers: (current) => {
      let oldest = Number.POSITIVE_INFINITY;
      for (const { waiting, delivering } of queues.values()) {
        const [first] = delivering;
        if (first && first !== current) {
          oldest = Math.min(oldest, first.seq);
        }
        for (const { seq } of waiting.values()) {
          oldest = Math.min(oldest, seq);
        }
      }
      return oldest - 1;
    },
    close: async () => {
      isClosed = true;
      for (const { timer } of queues.values()) {
        clearTimeout(timer ?? undefined);
      }
      await Promise.all([...queues.values()].map(({ running }) => running));
    },
  };
}

/**
 * Identifies the resource and the user of a change; a later change with the same key replaces earlier ones.
 */
export function resourceKeyOf({ topic, resource_id, user_id }: LiveChange): string {
  return `${topic} ${resource_id} ${user_id ?? ''}`;
}

/** Merges two changes of one resource: the later one counts, but a creation stays a creation. */
export function keepCreation(earlier: LiveChange | undefined, change: LiveChange): LiveChange {
  return earlier?.type === 'created' && change.type === 'updated' ? { ...change, type: 'created' } : change;
}

/** Changes of one workspace, or of one person outside of workspaces, share a queue. */
function queueKeyOf({ account_id, user_id }: LiveChange): string {
  return account_id ?? `person ${user_id}`;
}
