import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDb } from '../db/knex.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { createLogger } from '../runtime/logger.ts';
import { maintainEventPartitions } from './event-partitions.queries.ts';
import { insertDone } from './job-state.queries.ts';
import { startSchedule } from './schedule.ts';

const DAY_MS = 24 * 3_600_000;

describe('daily event partitions', () => {
  const database = useDatabase({ max: 4 });
  beforeEach(async () => {
    await database.db.raw('truncate outbox_published, job_done');
  });

  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
  const idOf = (days: number) => uuidv7AtOnce(daysAgo(days).getTime());
  const suffixOf = (days: number) => daysAgo(days).toISOString().slice(0, 10).replaceAll('-', '');
  const publish = (id: string, isSettled: boolean) =>
    database.db('outbox_published').insert({
      id,
      name: 'email.requested',
      payload: '{}',
      created_at: database.db.fn.now(),
      published_at: database.db.fn.now(),
      publishes: 1,
      check_at: database.db.fn.now(),
      settled_at: isSettled ? database.db.fn.now() : null,
    });
  const note = (id: string) =>
    insertDone(database.db, { jobId: `${id}-email.send`, dedupeKey: null, startedAt: null });
  const keep = () => database.db.transaction(maintainEventPartitions);
  const placeOf = async (id: string) => {
    const { rows } = await database.db.raw(
      'select tableoid::regclass::text as place from job_done where job_id = ?',
      [`${id}-email.send`],
    );
    return rows.map((row: { place: string }) => row.place);
  };
  const makeDay = (days: number) =>
    database.db.raw('select make_event_day(?::date)', [daysAgo(days).toISOString()]);

  it('recognize a repeated job by the day of its event, at any time', async () => {
    for (const days of [0, 1, -1, 400]) {
      const id = idOf(days);
      expect([await note(id), await note(id)], `an event of ${days} days ago`).toEqual([true, false]);
    }
    expect(await database.db('job_done').pluck('job_id')).toHaveLength(4);
  });

  it('are created ahead of their events', async () => {
    await keep();
    const [now, later, never] = [idOf(0), idOf(-3), idOf(-40)];
    await Promise.all([now, later, never].map(note));
    expect(await placeOf(now)).toEqual([`job_done_${suffixOf(0)}`]);
    expect(await placeOf(later)).toEqual([`job_done_${suffixOf(-3)}`]);
    expect(await placeOf(never)).toEqual(['job_done_rest']);
  });

  it('adopt rows that were written before their creation', async () => {
    const id = idOf(-20);
    await note(id);
    await publish(id, false);
    expect(await placeOf(id)).toEqual(['job_done_rest']);
    await makeDay(-20);
    expect(await placeOf(id)).toEqual([`job_done_${suffixOf(-20)}`]);
    expect(await database.db(`outbox_published_${suffixOf(-20)}`).pluck('id')).toEqual([id]);
    expect(await note(id)).toBe(false);
  });

  it('are dropped once all of their events are settled', async () => {
    const [settled, open, young] = [idOf(9), idOf(8), idOf(1)];
    await makeDay(9);
    await makeDay(8);
    await publish(settled, true);
    await publish(open, false);
    await publish(young, true);
    await Promise.all([settled, open, young].map(note));

    expect(await keep()).toContain(suffixOf(9));
    const left = async () => (await database.db('job_done').pluck('job_id')).toSorted();
    expect(await left()).toEqual([open, young].map((id) => `${id}-email.send`).toSorted());
    expect(await database.db('outbox_published').pluck('id')).not.toContain(settled);

    await database.db('outbox_published').where({ id: open }).update({ settled_at: database.db.fn.now() });
    expect(await keep()).toEqual([suffixOf(8)]);
    expect(await left()).toEqual([`${young}-email.send`]);
  });

  it('record a retry once after their day was dropped', async () => {
    const late = idOf(30);
    expect([await note(late), await note(late)]).toEqual([true, false]);
    await keep();
    expect(await placeOf(late)).toEqual(['job_done_rest']);
    await database.db('job_done').update({ noted_at: daysAgo(3) });
    await keep();
    expect(await placeOf(late)).toEqual([]);
  });

  it('are maintained by one of several gateways', async () => {
    const others = [1, 2, 3].map(() => createDb(database.url, { name: 'test', max: 2 }));
    let runs = 0;
    for (const other of others) {
      other.on('query', ({ sql }: { sql: string }) => {
        runs += sql.includes('make_event_day') ? 1 : 0;
      });
    }
    const logger = createLogger('test', { level: 'silent' });
    const schedules = others.map((other) => startSchedule({ db: other, logger }));
    await expect.poll(() => database.db('schedule_ticks').pluck('name')).toContain('event-days');
    await Promise.all(schedules.map((schedule) => schedule.close()));
    expect(runs).toBe(1);
    await Promise.all(others.map((other) => other.destroy()));
  });
});

/** Ids of other days; the counter of {@link uuidv7} never goes back in time. */
function uuidv7AtOnce(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${uuidv7().slice(13)}`;
}
