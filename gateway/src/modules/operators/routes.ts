import type { operatorRoutes } from '@diorama/shared/contract/operators.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import { readBackupStates } from '@diorama/shared/server/operations/backup-runs.queries.ts';
import {
  countContents,
  listAccountSummaries,
  readOverview,
} from '@diorama/shared/server/operations/operators.queries.ts';
import { listProcesses } from '@diorama/shared/server/runtime/heartbeats.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { operatorOrderHandlers } from './orders.ts';
import { openQueueBoard } from './queue-board.ts';
import { readQueueStates } from './queue-states.ts';
import { serializeAccountSummary, serializeBackups, serializeProcess } from './serializer.ts';

const OVERVIEW = '/api/operators/overview';

/** Pages and actions for operators only. */
export function operatorHandlers(
  deps: Deps & { urls: Urls },
  queues: Queues,
): HandlersOf<typeof operatorRoutes> {
  const { db, urls, env } = deps;
  return {
    ...operatorOrderHandlers(deps),

    openOperators: async (_input, { ctx }) => {
      await openQueueBoard(deps, ctx);
      return undefined;
    },

    getOperatorsOverview: async (_input, { ctx }) => {
      ctx.set('Cache-Control', 'no-store');
      const [row, processes] = await Promise.all([readOverview(db), listProcesses(db)]);
      const living = processes.filter(({ is_silent }) => !is_silent);
      return {
        '@id': OVERVIEW,
        '@type': 'OperatorsOverview',
        outbox: {
          waiting: row.outbox_waiting,
          oldestAge: row.outbox_age,
          open: row.outbox_open,
          refused: row.refused,
          givenUp: row.given_up,
        },
        queues: await readQueueStates(
          queues,
          (queue) => living.filter((process) => process.queues.includes(queue)).length,
        ),
        processes: processes.map(serializeProcess),
        accounts: { total: row.accounts, suspended: row.suspended },
        heldOrders: row.held_orders,
        backups: env.backup === null ? null : serializeBackups(await readBackupStates(db)),
        storage: {
          checkedAt: row.storage_checked_at,
          corrections: row.storage_corrections,
          correctedBytes: row.storage_corrected,
        },
      };
    },

    listOperatorAccounts: async ({ query }) => {
      const { rows, total } = await listAccountSummaries(db, {
        words: query.q?.trim() || null,
        isActive: query.isActive ?? null,
        ...pageOf(query),
      });
      const { scenes, members } = await countContents(
        db,
        rows.map(({ id }) => id),
      );
      const items = rows.map((row) =>
        serializeAccountSummary(urls, row, {
          scenes: scenes.get(row.id) ?? 0,
          members: members.get(row.id) ?? 0,
        }),
      );
      return serializePage('/api/operators/accounts', query, { items, total });
    },
  };
}
