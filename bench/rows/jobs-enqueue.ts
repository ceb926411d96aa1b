import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { recordEvents } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { createQueues } from '@diorama/shared/server/jobs/queue.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { openDatabase } from '../database.ts';
import { type Contender, interleave, rate } from '../measure.ts';
import { loadPeer } from '../peers.ts';
import { atLeast, medianOf, type Row } from '../row.ts';

const COUNT = 20_000;

type PgBossModule = {
  PgBoss: new (
    url: string,
  ) => {
    start(): Promise<unknown>;
    stop(options: { graceful: boolean }): Promise<void>;
    createQueue(name: string): Promise<void>;
    insert(name: string, jobs: { data: object }[]): Promise<unknown>;
    on(event: 'error', listener: (err: Error) => void): void;
  };
};
type GraphileModule = {
  makeWorkerUtils(options: { connectionString: string }): Promise<{
    migrate(): Promise<void>;
    release(): Promise<void>;
    addJobs(specs: { identifier: string; payload: object }[]): Promise<unknown>;
  }>;
};

/** Writes one row per asset, as a use case does, and calls `record` to record their events. */
async function writeWithRows(
  db: Knex,
  record: (trx: Knex, ids: string[]) => Promise<unknown>,
): Promise<void> {
  const ids = Array.from({ length: COUNT }, () => uuidv7());
  await db.transaction(async (trx) => {
    await trx.raw('insert into bench_rows (id) select * from unnest(?::uuid[])', [toLiteral(ids)]);
    await record(trx, ids);
  });
}

/** The driver's own way of writing arrays takes longer than the insert. */
function toLiteral(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}

/** The payload of an event as an element of an array literal. */
function toPayload(assetId: string): string {
  return JSON.stringify(JSON.stringify({ assetId }));
}

export const jobsEnqueue: Row = {
  name: 'jobs-enqueue',
  what: `${COUNT.toLocaleString('en')} events with their rows in one transaction`,
  run: async () => {
    const database = await openDatabase();
    const db = createDb(database.url, { name: 'bench' });
    await db.raw('create table bench_rows (id uuid primary key)');
    await db.raw(
      'create table plain_outbox (id uuid primary key, name text not null, payload jsonb not null)',
    );
    const queues = createQueues({ databaseUrl: database.url, redisUrl: null, logger: createLogger('bench') });
    await queues.ready();
    const { PgBoss } = await loadPeer<PgBossModule>('pg-boss');
    const boss = new PgBoss(database.url);
    boss.on('error', () => undefined);
    await boss.start();
    await boss.createQueue('bench');
    const { makeWorkerUtils } = await loadPeer<GraphileModule>('graphile-worker');
    const graphile = await makeWorkerUtils({ connectionString: database.url });
    await graphile.migrate();

    const empty = async () => {
      await db.raw('truncate outbox, bench_rows, plain_outbox');
    };
    /** @param count - number of jobs or events that the store of the contender holds after one run */
    const contender = (
      name: string,
      { run, count }: { run: () => Promise<unknown>; count: () => Promise<number> },
    ): Contender => ({
      name,
      run: async () => {
        await empty();
        return rate(COUNT, run);
      },
      check: async () => {
        const stored = await count();
        if (stored !== COUNT) {
          throw new Error(`${name} stored ${stored} of ${COUNT}`);
        }
      },
    });
    const rowsOf = (table: string) => async () => {
      const { rows } = await db.raw(`select count(*)::int from ${table}`);
      return rows[0].count;
    };
    const measured = await interleave([
      contender('diorama', {
        run: () =>
          writeWithRows(db, (trx, ids) =>
            recordEvents(
              trx,
              ids.map((assetId) => ({ name: 'asset.uploaded', payload: { assetId } })),
            ),
          ),
        count: rowsOf('outbox'),
      }),
      contender('plain outbox', {
        run: () =>
          writeWithRows(db, (trx, ids) =>
            trx.raw(
              `insert into plain_outbox
               select id, ?, payload from unnest(?::uuid[], ?::jsonb[]) as event (id, payload)`,
              ['asset.uploaded', toLiteral(ids.map(() => uuidv7())), toLiteral(ids.map(toPayload))],
            ),
          ),
        count: rowsOf('plain_outbox'),
      }),
      contender('BullMQ addBulk', {
        run: () =>
          queues
            .get('storage')
            .addBulk(Array.from({ length: COUNT }, () => ({ name: 'x', data: { id: uuidv7() } }))),
        count: () => queues.get('storage').getJobCountByTypes('waiting'),
      }),
      contender('pg-boss insert', {
        run: () =>
          boss.insert(
            'bench',
            Array.from({ length: COUNT }, () => ({ data: { id: uuidv7() } })),
          ),
        count: rowsOf("pgboss.job where name = 'bench'"),
      }),
      contender('graphile-worker', {
        run: () =>
          graphile.addJobs(
            Array.from({ length: COUNT }, () => ({ identifier: 'x', payload: { id: uuidv7() } })),
          ),
        count: rowsOf('graphile_worker.jobs'),
      }),
    ]);
    await boss.stop({ graceful: false });
    await graphile.release();
    await queues.close();
    await db.destroy();
    await database.close();
    const ratioTo = (peer: string) => medianOf(measured, 'diorama') / medianOf(measured, peer);
    return {
      unit: '/s',
      measured,
      goals: [
        atLeast('of a plain outbox', ratioTo('plain outbox'), 0.85),
        atLeast('times BullMQ addBulk', ratioTo('BullMQ addBulk'), 3),
      ],
      notes: [
        'plain outbox: one table with the same names and payloads; the other three write no rows beside their jobs',
      ],
    };
  },
};
