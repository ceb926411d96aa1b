import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { createQueueFixture, type QueueFixture } from '@diorama/stack/test/queue-fixture.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDb } from '../db/knex.ts';
import { createBus } from '../delivery/bus.ts';
import { createCommitNotifications } from '../delivery/commit-notifications.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { createLogger } from '../runtime/logger.ts';
import { RETRY_PERIOD_MS } from '../runtime/version-skew.ts';
import { recordEvent } from './outbox.queries.ts';
import { startSchedule } from './schedule.ts';

const WITHIN = { timeout: 240_000, interval: 20 };

describe('the publisher', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let fixture: QueueFixture;
  const sent: string[] = [];

  const start = async (pollMs?: number) => {
    fixture = await createQueueFixture({
      databaseUrl: database.url,
      redisUrl: null,
      ...(pollMs === undefined ? {} : { pollMs }),
    });
    await fixture.startWorker('notify', async (_job, payload) => {
      sent.push((payload as { emailId: string }).emailId);
      return { messageId: null };
    });
  };
  beforeEach(async () => {
    sent.length = 0;
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await fixture.close();
    await database.drop();
  });

  const mail = () => ({ name: 'email.requested', payload: { emailId: uuidv7() } }) as const;
  /** An event of another release. */
  const foreign = async (name: string, payload: object) => {
    const id = uuidv7();
    await fixture.db('outbox').insert({ id, name, payload: JSON.stringify(payload) });
    return id;
  };

  it('leaves events with unknown names to another release', async () => {
    await start();
    const newer = await foreign('composition.dreamed', { compositionId: uuidv7() });
    const known = mail();
    await recordEvent(fixture.db, known);
    await expect.poll(() => sent, WITHIN).toEqual([known.payload.emailId]);
    await expect.poll(() => fixture.db('outbox').pluck('id'), WITHIN).toEqual([newer]);
    expect(await fixture.db('outbox_published').where({ id: newer })).toEqual([]);
  });

  it('sets aside an event with an invalid payload and continues', async () => {
    await start();
    const bad = await foreign('email.requested', { mail: 7 });
    const good = mail();
    await recordEvent(fixture.db, good);
    await expect.poll(() => sent, WITHIN).toEqual([good.payload.emailId]);
    await expect.poll(() => fixture.db('outbox').pluck('id'), WITHIN).toEqual([]);
    const [refused] = await fixture.db('outbox_refused');
    expect(refused).toMatchObject({ id: bad, name: 'email.requested', payload: { mail: 7 } });
    expect(refused.reason).toContain('emailId');
  });

  it('retries rejected events for a day', async () => {
    await start();
    const [young, old] = [mail(), mail()];
    const aside = (event: ReturnType<typeof mail>, ageMs: number) => ({
      id: uuidv7(),
      name: event.name,
      payload: JSON.stringify(event.payload),
      created_at: new Date(Date.now() - ageMs),
      reason: 'Another release could not read it',
    });
    const givenUp = aside(old, RETRY_PERIOD_MS);
    await fixture.db('outbox_refused').insert([aside(young, 0), givenUp]);
    const schedule = startSchedule({ db: fixture.db, logger: createLogger('test', { level: 'silent' }) });
    await expect.poll(() => sent, WITHIN).toContain(young.payload.emailId);
    await schedule.close();
    expect(sent).not.toContain(old.payload.emailId);
    expect(await fixture.db('outbox_refused').pluck('id')).toEqual([givenUp.id]);
  });

  it('publishes its own events again beside those of another release', async () => {
    await start();
    const published = {
      published_at: new Date(),
      created_at: new Date(),
      check_at: new Date(0),
      publishes: 1,
    };
    const own = mail();
    const ids = [uuidv7(), uuidv7(), uuidv7()];
    await fixture.db('outbox_published').insert([
      { id: ids[0], name: 'composition.dreamed', payload: '{}', ...published },
      { id: ids[1], name: 'email.requested', payload: '{"mail":7}', ...published },
      { id: ids[2], name: own.name, payload: JSON.stringify(own.payload), ...published },
    ]);
    await expect.poll(() => sent, WITHIN).toEqual([own.payload.emailId]);
    const open = await fixture.db('outbox_published').whereNull('settled_at').orderBy('id').pluck('id');
    expect(open).toEqual(expect.arrayContaining([ids[0], ids[1]]));
  });

  it('runs one user’s file before another user’s many waiting files', async () => {
    await start();
    const upload = (turn: number) =>
      ({ name: 'asset.uploaded', payload: { assetId: uuidv7(), turn } }) as const;
    const many = [0, 1, 2, 3].map(upload);
    const one = upload(0);
    for (const event of [...many, one]) {
      await recordEvent(fixture.db, event);
    }
    await expect.poll(() => fixture.db('outbox').pluck('id'), WITHIN).toEqual([]);
    const begun: string[] = [];
    await fixture.startWorker('assets', async (_job, payload) => {
      begun.push((payload as { assetId: string }).assetId);
      return { status: 'ready' };
    });
    await expect.poll(() => begun.length, WITHIN).toBe(5);
    // Two jobs run concurrently, so either of the first two may be reported first.
    expect(begun.slice(0, 2).toSorted()).toEqual([one.payload.assetId, many[0]?.payload.assetId].toSorted());
    expect(begun.indexOf(many[3]?.payload.assetId ?? '')).toBeGreaterThan(2);
  });

  it.each([
    ['large-assets', { isLarge: true }, {}],
    ['bulk-assets', { turn: 4 }, { turn: 4 }],
  ] as const)('puts large and further files into separate queues: %s', async (queue, place, sentPlace) => {
    await start();
    const payload = { assetId: uuidv7(), ...place };
    await recordEvent(fixture.db, { name: 'asset.uploaded', payload });
    const begun: unknown[] = [];
    await fixture.startWorker(queue, async (_job, input) => {
      begun.push(input);
      return { status: 'ready' };
    });
    await expect.poll(() => begun, WITHIN).toEqual([{ assetId: payload.assetId, ...sentPlace }]);
  });

  it('does not queue a job again that another release put into another queue', async () => {
    await start();
    const [id, payload] = [uuidv7(), { assetId: uuidv7(), turn: 10 }];
    const jobId = `${id}-asset.import`;
    await fixture.queues
      .get('assets')
      .add('asset.import', { id: jobId, eventId: id, publishes: 1, payload }, { jobId });
    const times = { published_at: new Date(), created_at: new Date(), check_at: new Date(0) };
    await fixture
      .db('outbox_published')
      .insert({ id, name: 'asset.uploaded', payload: JSON.stringify(payload), publishes: 1, ...times });
    const checkedAt = async () => {
      const [row] = await fixture.db('outbox_published').where({ id }).select('check_at');
      return new Date(row.check_at).getTime();
    };
    await expect.poll(checkedAt, WITHIN).toBeGreaterThan(0);
    expect(await fixture.queues.get('bulk-assets').getJob(jobId)).toBeUndefined();
  });

  describe('without polling', () => {
    const NEVER_MS = 3_600_000;

    it('is woken by a commit in its process, not before it', async () => {
      await start(NEVER_MS);
      const event = mail();
      await fixture.db.transaction(async (outer) => {
        await outer.transaction(async (trx) => {
          await recordEvent(trx, event);
        });
        expect(sent).toEqual([]);
      });
      await expect.poll(() => sent, WITHIN).toEqual([event.payload.emailId]);
    });

    it('is woken by a commit in another process', async () => {
      await start(NEVER_MS);
      const logger = createLogger('test', { level: 'silent' });
      const bus = createBus({ databaseUrl: database.url, redisUrl: null, logger });
      const commitNotifications = createCommitNotifications({ bus, logger });
      const other = createDb(database.url, { name: 'test', commitNotifications });
      // A new event each time: the woken process may still be connecting to the bus when the first one is
      // committed.
      const commit = async () => {
        await recordEvent(other, mail());
        return sent.length;
      };
      await expect.poll(commit, WITHIN).toBeGreaterThan(0);
      await other.destroy();
      commitNotifications.close();
      await bus.close();
    });
  });

  it('gets no notification from the database: no trigger notifies', async () => {
    await start();
    const { rows } = await fixture.db.raw(
      `select tgname from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where not tgisinternal and prosrc ilike '%notify%'`,
    );
    expect(rows).toEqual([]);
  });
});
