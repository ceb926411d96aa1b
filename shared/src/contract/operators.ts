import { z } from 'zod';
import { HOLD_REASONS } from '../domain/order.ts';
import { defineRoutes } from './define.ts';
import { failedJob, failedKind } from './failed-jobs.ts';
import { bytes, cents, iri, text, time, userRef } from './fields.ts';
import { collection, listQuery, queryFlag, ref, resource } from './hydra.ts';

const count = z.number().int().nonnegative();

/** Job counts of one queue, and the number of live workers that process it. */
export const queueState = z.object({
  name: z.string(),
  waiting: count,
  active: count,
  delayed: count,
  /** Jobs that failed for good; they stay until an operator retries or deletes them. */
  failed: count,
  /** In the last ten minutes. */
  completed: count,
  isPaused: z.boolean(),
  workers: count,
});
export type QueueState = z.output<typeof queueState>;

/**
 * A gateway or worker process. A silent process was killed, is frozen, or cannot reach the database. A
 * failing process fails a health check.
 */
export const processState = z.object({
  uuid: z.uuid(),
  kind: z.enum(['gateway', 'worker']),
  name: z.string(),
  host: z.string(),
  pid: z.number().int(),
  queues: z.array(z.string()),
  roles: z.array(z.string()),
  state: z.enum(['working', 'failing', 'silent']),
  /** Names of the health checks that fail. */
  failing: z.array(z.string()),
  startedAt: time,
  lastSeenAt: time,
  /** Jobs that the process was running at its last heartbeat, at most twenty. */
  busy: z.array(z.object({ job: z.string(), since: time })),
});
export type ProcessState = z.output<typeof processState>;

/** Whether nothing may be written, and who switched that last. */
export const readOnlyState = z.object({
  isOn: z.boolean(),
  /** `READ_ONLY=1` of the answering gateway; the switch cannot undo it. */
  isByEnvironment: z.boolean(),
  /** Name of the operator; null before the first use of the switch, and where the user was deleted. */
  switchedBy: z.string().nullable(),
  switchedAt: time.nullable(),
});
export type ReadOnlyState = z.output<typeof readOnlyState>;

/** A kind of scheduled run: when it was whole for the last time, and why the newest run failed. */
const backupRun = z.object({
  wholeAt: time.nullable(),
  /**
   * Whether it was whole too long ago: more than 26 hours for a backup, 8 days for a rehearsal.
   * Without a complete one, the time counts from when the first backup was due.
   */
  isOverdue: z.boolean(),
  failure: z.string().nullable(),
  objects: count.nullable(),
  bytes: bytes.nullable(),
});

/** Health of the installation. */
export const operatorsOverview = z.object({
  '@id': iri,
  '@type': z.literal('OperatorsOverview'),
  readOnly: readOnlyState,
  outbox: z.object({
    /** Events whose jobs are not in a queue yet. */
    waiting: count,
    /** Seconds; 0 when nothing waits. */
    oldestAge: z.number().nonnegative(),
    /** Events whose jobs are in a queue and not all done. */
    open: count,
    /** Events from which no job can be created yet, and those of them that are not retried. */
    refused: count,
    givenUp: count,
  }),
  /** `null` while Redis cannot be reached. */
  queues: z
    .object({
      backend: z.enum(['postgres', 'redis']),
      states: z.array(queueState),
      failed: z.array(failedJob),
    })
    .nullable(),
  /** Dead letters by job name, the most frequent first. */
  parked: z.array(failedKind),
  processes: z.array(processState),
  accounts: z.object({ total: count, suspended: count }),
  /** Orders that wait for an operator. */
  heldOrders: count,
  /** The nightly backup and the weekly rehearsal of restoring it; null where `BACKUP_DIR` is not set. */
  backups: z.object({ backup: backupRun, rehearsal: backupRun }).nullable(),
  storage: z.object({
    /** Time of the last comparison of a workspace's recorded storage with its files. */
    checkedAt: time.nullable(),
    /** Number of corrections within seven days, and their total size. */
    corrections: count,
    correctedBytes: bytes,
    /** Kind of the object store, and the bytes that workspaces store in it. */
    store: z.enum(['disk', 's3']),
    usedBytes: bytes,
  }),
  /** Space on the disk of the answering gateway's data folder; null where it cannot be read. */
  disk: z.object({ freeBytes: bytes, totalBytes: bytes }).nullable(),
});
export type OperatorsOverview = z.output<typeof operatorsOverview>;

/**
 * A workspace as operators see it: its owner, its size and whether it is suspended. Contents are never
 * included.
 */
export const accountSummary = resource('AccountSummary', {
  name: z.string(),
  logoUrl: z.string().nullable(),
  owner: userRef,
  ownerEmail: z.string(),
  isActive: z.boolean(),
  suspendedAt: time.nullable(),
  /** Name of the operator who suspended the workspace. */
  suspendedBy: z.string().nullable(),
  suspensionReason: z.string().nullable(),
  plan: z.string(),
  storage: z.object({ used: bytes, available: bytes }),
  totalScenes: count,
  /** People and invited addresses beside the owner. */
  totalMembers: count,
  createdAt: time,
});
export type AccountSummary = z.output<typeof accountSummary>;

/** An order as operators see it: its amount, payer, recipient and refunds. */
export const operatorOrder = resource('OperatorOrder', {
  account: iri,
  workspace: z.string(),
  ownerEmail: z.string(),
  plan: z.string().nullable(),
  kind: z.enum(['purchase', 'renewal']),
  months: z.number().int(),
  totalAmount: cents,
  refunded: cents,
  currency: z.string(),
  status: z.number().int().min(0).max(7),
  isActive: z.boolean(),
  provider: z.string(),
  transactionId: z.string().nullable(),
  errorCode: z.string().nullable(),
  /**
   * Reason why the order waits for an operator: the captured amount differs from the ordered one, its price
   * is not sold any more, or its provider refuses the refund.
   */
  held: z.enum(HOLD_REASONS).nullable(),
  /** Captured amount, where it differs from the ordered one. */
  taken: z.object({ amount: cents, currency: z.string() }).nullable(),
  createdAt: time,
});
export type OperatorOrder = z.output<typeof operatorOrder>;

/** Order filters for operators; `held` orders wait for an operator. */
export const ORDER_FILTERS = ['held', 'open', 'paid', 'refunded', 'failed', 'renewals'] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

export const operatorRoutes = defineRoutes({
  listOperatorOrders: {
    route: 'GET /api/operators/orders',
    auth: 'operator',
    summary:
      "Lists orders, newest first. `q` is an order's uuid, a transaction, or the payer's address; `state` filters, and `renewals` are failed renewals.",
    query: z.object({ ...listQuery, q: text(200).optional(), state: z.enum(ORDER_FILTERS).optional() }),
    response: collection(operatorOrder.partial().required({ '@id': true, '@type': true, uuid: true })),
    errors: ['security.not-allowed'],
  },
  refundOrder: {
    route: 'POST /api/operators/orders/{id}/refund',
    auth: 'operator',
    summary:
      'Refunds an order in full or by an amount in cents. A full refund revokes the time that it paid for.',
    status: 202,
    body: z.object({ amount: cents.positive().optional() }),
    errors: ['security.not-allowed', 'request.not-found', 'request.conflict'],
  },
  acceptOrder: {
    route: 'POST /api/operators/orders/{id}/accept',
    auth: 'operator',
    summary: 'Accepts a held order, for the captured amount or for a named price that is on sale.',
    status: 202,
    body: z.object({ planPrice: ref.nullish() }),
    errors: ['security.not-allowed', 'request.not-found', 'request.conflict'],
  },
  getRevenue: {
    route: 'GET /api/operators/revenue',
    auth: 'operator',
    summary: 'Returns the payments, refunds and failed renewals of the last twelve months.',
    response: z.object({
      '@id': iri,
      '@type': z.literal('Revenue'),
      currency: z.string(),
      months: z.array(
        z.object({
          /** As `2026-11`, in UTC. */
          month: z.string(),
          paid: cents,
          refunded: cents,
          failedRenewals: count,
        }),
      ),
    }),
    errors: ['security.not-allowed'],
  },
  openOperators: {
    route: 'POST /api/operators/session',
    summary: "Opens the operators' pages to this browser for 15 minutes. For other users they answer 404.",
    status: 204,
    errors: ['request.not-found'],
  },
  getOperatorsOverview: {
    route: 'GET /api/operators/overview',
    auth: 'operator',
    summary: 'Returns the state of outbox, queues, processes and storage.',
    response: operatorsOverview,
    errors: ['security.not-allowed'],
  },
  switchReadOnly: {
    route: 'PUT /api/operators/read-only',
    auth: 'operator',
    summary: 'Turns read-only mode on or off. All processes follow within two seconds.',
    isServedReadOnly: true,
    body: z.object({ isOn: z.boolean() }),
    response: readOnlyState,
    errors: ['security.not-allowed'],
  },
  listOperatorAccounts: {
    route: 'GET /api/operators/accounts',
    auth: 'operator',
    summary:
      "Lists all workspaces, newest first, or suspended ones, most recent first. `q` is part of the workspace's name or of its owner's name or address.",
    query: z.object({ ...listQuery, q: text(200).optional(), isActive: queryFlag.optional() }),
    response: collection(accountSummary.partial().required({ '@id': true, '@type': true, uuid: true })),
    errors: ['security.not-allowed'],
  },
});
