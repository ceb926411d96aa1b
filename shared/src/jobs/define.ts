import type { z } from 'zod';

/** The queues of the product; each is served by one kind of worker. */
export const QUEUES = [
  'assets',
  'large-assets',
  'scene-output',
  'scenes',
  'storage',
  'billing',
  'notify',
  'archives',
] as const;
export type QueueName = (typeof QUEUES)[number];

/** How many jobs of a queue one process runs at once; those that convert or draw have a core each. */
export const QUEUE_PLACES: Record<QueueName, number> = {
  assets: 2,
  'large-assets': 1,
  'scene-output': 2,
  scenes: 2,
  storage: 4,
  billing: 10,
  notify: 10,
  archives: 2,
};

/** A kind of background job: what it is called, where it runs and what goes in and comes out. */
export type JobDefinition<
  Name extends string = string,
  Queue extends QueueName = QueueName,
  Payload extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> = {
  /** `noun.verb`, unique over all queues. */
  name: Name;
  queue: Queue;
  /** Ids only; a handler reads everything else anew. */
  payload: Payload;
  result: Result;
  /** How often it is tried before it is parked for an operator. */
  attempts: number;
  /** Milliseconds one try may take before it counts as failed. */
  timeoutMs: number;
  /** 1 is served first; larger numbers wait. */
  priority: number;
  /** How many places further back one of these is served, by what it is about. */
  behind?: (payload: z.output<Payload>) => number;
  /**
   * Where a newer request supersedes one that still waits: the key under which they are the same.
   * The job's own id stays `<event uuid>-<job>`.
   */
  dedupe?: (payload: z.output<Payload>) => string;
  /** Milliseconds to wait before the first try, e.g. to gather a burst under `dedupe`. */
  delayMs?: number;
};

type Optional = 'attempts' | 'timeoutMs' | 'priority';

export const JOB_DEFAULTS = { attempts: 5, timeoutMs: 60_000, priority: 10 } as const;

/** Declares a job; everything typed about it follows from this one object. */
export function defineJob<
  const Name extends string,
  const Queue extends QueueName,
  Payload extends z.ZodType,
  Result extends z.ZodType,
>(
  job: Omit<JobDefinition<Name, Queue, Payload, Result>, Optional> &
    Partial<Pick<JobDefinition<Name, Queue, Payload, Result>, Optional>>,
): JobDefinition<Name, Queue, Payload, Result> {
  return { ...JOB_DEFAULTS, ...job };
}
