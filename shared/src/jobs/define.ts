import { z } from 'zod';

/** Job queues; each is processed by one kind of worker. */
export const QUEUES = [
  'assets',
  'bulk-assets',
  'large-assets',
  'scene-output',
  'scenes',
  'storage',
  'billing',
  'notify',
  'archives',
  'workspace-imports',
  'backups',
] as const;
export type QueueName = (typeof QUEUES)[number];

/** Concurrency of each queue per process; converting and rendering jobs need a core each. */
export const QUEUE_PLACES: Record<QueueName, number> = {
  assets: 2,
  'bulk-assets': 2,
  'large-assets': 1,
  'scene-output': 2,
  scenes: 2,
  storage: 4,
  billing: 10,
  notify: 10,
  archives: 2,
  'workspace-imports': 1,
  backups: 1,
};

/** Definition of a background job: its name, queue, payload and result. */
export type JobDefinition<
  Name extends string = string,
  Queue extends QueueName = QueueName,
  Payload extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> = {
  /** `noun.verb`, unique over all queues. */
  name: Name;
  queue: Queue;
  /** Ids only; the handler reads all other data when it runs. */
  payload: Payload;
  result: Result;
  /** Maximum number of attempts before the job is dead-lettered for an operator. */
  attempts: number;
  /** Time limit of one attempt, in milliseconds. */
  timeoutMs: number;
  /** 1 is processed first; larger numbers wait. */
  priority: number;
  /** Amount added to the priority number, by payload. */
  behind?: (payload: z.output<Payload>) => number;
  /** A second queue with separate slots, for those payloads that `isBulk` accepts. */
  bulk?: { queue: QueueName; isBulk: (payload: z.output<Payload>) => boolean };
  /**
   * Deduplication key: a newer request supersedes a waiting one with the same key. The job's own id stays
   * `<event uuid>-<job>`.
   */
  dedupe?: (payload: z.output<Payload>) => string;
  /** Milliseconds to wait before the first attempt, e.g. to batch a burst under `dedupe`. */
  delayMs?: number;
};

type Optional = 'attempts' | 'timeoutMs' | 'priority';

/** Payload field of jobs that wait behind `turn` others of their workspace; see {@link behindTurn}. */
export const inTurn = { turn: z.number().int().optional() };

export const behindTurn = ({ turn = 0 }: { turn?: number | undefined }) => turn;

export const JOB_DEFAULTS = { attempts: 5, timeoutMs: 60_000, priority: 10 } as const;

/** Declares a job; its types are inferred from the definition. */
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
