import type { createTestDatabase } from '@diorama/stack/test/database.ts';
import {
  QUEUE_BACKENDS,
  type QueueBackend,
  reportMissingBackends,
} from '@diorama/stack/test/queue-backends.ts';
import { createQueueFixture, type QueueFixture } from '@diorama/stack/test/queue-fixture.ts';
import { UnrecoverableError } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '../runtime/ids.ts';
import { RETRY_PERIOD_MS } from '../runtime/version-skew.ts';
import { checkAllNow, recordEvent, recordEvents } from './outbox.queries.ts';
import { type JobContext, JobPostponedError, UnrecoverableJobError } from './worker.ts';

const WITHIN = { timeout: 240_000, interval: 20 };

reportMissingBackends('the queue suite');

describe.each(QUEUE_BACKENDS)('jobs on $name', ({ isHere, tags, open }) => {
  describe.skipIf(!isHere)('', { tags }, () => {
    let backend: QueueBackend;
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    let fixture: QueueFixture;

    beforeAll(async () => {
      backend = await open();
    });
    afterAll(async () => {
      await backend.close();
    });
    beforeEach(async () => {
      database = await backend.createDatabase();
      fixture = await createQueueFixture({ databaseUrl: database.url, redisUrl: backend.redisUrl });
    });
    afterEach(async () => {
      for (const queue of fixture.queues.all()) {
        await queue.obliterate({ force: true });
      }
      await fixture.close();
      await database.drop();
    });

    const isDone = async () => (await fixture.db('job_done').select('job_id')).map((row) => row.job_id);
    const sendMail = () => ({ name: 'email.requested', payload: { emailId: uuidv7() } }) as const;

    test('a committed event starts its job, which completes', async () => {
      const event = sendMail();
      const seen: unknown[] = [];
      await fixture.startWorker('notify', async (job, payload, context) => {
        seen.push([job, payload, context.attempt]);
        return { messageId: null };
      });
      const id = await fixture.db.transaction((trx) => recordEvent(trx, event));
      await expect.poll(isDone, WITHIN).toEqual([`${id}-email.send`]);
      expect(seen).toEqual([['email.send', event.payload, 1]]);
    });

    test('a failed job is retried, and its rolled back writes are discarded', async () => {
      const attempts: number[] = [];
      await fixture.startWorker('notify', async (_job, _payload, context) => {
        attempts.push(context.attempt);
        await context.commit(fixture.db, async (trx) => {
          await trx('schedule_ticks').insert({ name: `try ${context.attempt}`, due_at: trx.fn.now() });
          if (context.attempt === 1) {
            throw new Error('not now');
          }
        });
        return { messageId: null };
      });
      await recordEvent(fixture.db, sendMail());
      await expect.poll(isDone, WITHIN).toHaveLength(1);
      expect(attempts).toEqual([1, 2]);
      expect(await fixture.db('schedule_ticks').pluck('name')).toEqual(['try 2']);
    });

    test('a job with bad input is dead-lettered at once, calls its failure hook once, and can be retried', async () => {
      let isBroken = true;
      const failures: unknown[] = [];
      const event = sendMail();
      await fixture.startWorker(
        'notify',
        async () => {
          if (isBroken) {
            throw new UnrecoverableJobError('No such address', 'mail.bad-address');
          }
          return { messageId: null };
        },
        {
          onFailedForGood: {
            'email.send': async (payload, failure) => {
              failures.push([payload, failure]);
            },
          },
        },
      );
      const id = await recordEvent(fixture.db, event);
      const deadLetters = () => fixture.db('job_parked').pluck('job_id');
      await expect.poll(deadLetters, WITHIN).toEqual([`${id}-email.send`]);
      expect(failures).toEqual([
        [event.payload, { reason: 'mail.bad-address: No such address', code: 'mail.bad-address' }],
      ]);
      isBroken = false;
      const job = await fixture.queues.get('notify').getJob(`${id}-email.send`);
      await job?.retry();
      await expect.poll(isDone, WITHIN).toEqual([`${id}-email.send`]);
      await expect.poll(deadLetters, WITHIN).toEqual([]);
      expect(failures).toHaveLength(1);
    });

    test.each([
      ['the database', Object.assign(new Error('terminating connection'), { code: '57P01' })],
      ['the store', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
      ['free disk space', Object.assign(new Error('write'), { code: 'ENOSPC' })],
    ])('a job without %s waits without counting a failure', async (_, error) => {
      const attempts: number[] = [];
      await fixture.startWorker('notify', async (_job, _payload, { attempt }) => {
        attempts.push(attempt);
        if (attempts.length < 3) {
          throw error;
        }
        return { messageId: null };
      });
      await recordEvent(fixture.db, sendMail());
      await expect.poll(isDone, WITHIN).toHaveLength(1);
      expect(attempts).toEqual([1, 1, 1]);
    });

    test('a postponed job runs again later without counting a failure', async () => {
      const attempts: number[] = [];
      await fixture.startWorker('notify', async (_job, _payload, { attempt }) => {
        attempts.push(attempt);
        if (attempts.length < 12) {
          throw new JobPostponedError(0.25);
        }
        return { messageId: null };
      });
      const id = await recordEvent(fixture.db, sendMail());
      await expect.poll(isDone, WITHIN).toEqual([`${id}-email.send`]);
      // More often than a job may fail.
      expect(attempts).toEqual(Array.from({ length: 12 }, () => 1));
      expect(await fixture.db('job_parked')).toEqual([]);
    });

    test('a job of another release stays queued, and is dead-lettered after a day', {
      tags: ['full'],
    }, async () => {
      const id = (eventId: string) => `${eventId}-email.dream`;
      const dream = (eventId: string) => ({ id: id(eventId), eventId, publishes: 1, payload: {} });
      const [young, old] = [uuidv7(), uuidv7()];
      const queue = fixture.queues.get('notify');
      await queue.add('email.dream', dream(young), { jobId: id(young), attempts: 1 });
      await queue.add('email.dream', dream(old), {
        jobId: id(old),
        attempts: 1,
        timestamp: Date.now() - RETRY_PERIOD_MS,
      });
      const worker = await fixture.startWorker('notify', async () => ({ messageId: null }));
      await expect.poll(() => fixture.db('job_parked').pluck('job_id'), WITHIN).toEqual([id(old)]);
      const waiting = async () => (await queue.getJob(id(young)))?.isDelayed();
      await expect.poll(waiting, WITHIN).toBe(true);
      await worker.close(1_000);

      const seen: unknown[] = [];
      const newer = await fixture.queues.createWorker('notify', async (job) => seen.push(job.name), {
        concurrency: 1,
      });
      newer.run().catch(() => undefined);
      await expect.poll(() => seen, WITHIN).toEqual(['email.dream']);
      await newer.close();
    });

    test('each of many failures calls its failure hook, also those without a running listener', {
      tags: ['full'],
    }, async () => {
      const COUNT = 450;
      const ids = Array.from({ length: COUNT }, () => uuidv7());
      const failing = await fixture.queues.createWorker(
        'notify',
        async () => {
          throw new UnrecoverableError('no such host');
        },
        { concurrency: 50 },
      );
      await fixture.queues.add(
        ids.map((eventId) => ({
          name: 'email.send',
          data: { id: `${eventId}-email.send`, eventId, publishes: 1, payload: { emailId: eventId } },
        })),
      );
      failing.run().catch(() => undefined);
      await expect.poll(() => fixture.queues.get('notify').getFailedCount(), WITHIN).toBe(COUNT);
      await failing.close();
      const told: unknown[] = [];
      await fixture.startWorker('notify', async () => ({ messageId: null }), {
        onFailedForGood: { 'email.send': async ({ emailId }) => told.push(emailId) as unknown as undefined },
      });
      await expect.poll(() => told.length, WITHIN).toBe(COUNT);
      expect(told.toSorted()).toEqual(ids.toSorted());
      // The failure hook runs in the transaction that records the failure.
      await expect.poll(() => fixture.db('job_parked').pluck('event_id'), WITHIN).toHaveLength(COUNT);
    });

    test('a failed job that cannot be dead-lettered blocks no other, and is dead-lettered later', async () => {
      const bad = uuidv7();
      let isBroken = true;
      await fixture.startWorker(
        'notify',
        async () => {
          throw new UnrecoverableJobError('email.refused', 'no such host');
        },
        {
          concurrency: 1,
          onFailedForGood: {
            'email.send': async ({ emailId }) => {
              if (isBroken && emailId === bad) {
                throw new Error('the row is gone');
              }
            },
          },
        },
      );
      const good = [uuidv7(), uuidv7()];
      await recordEvents(
        fixture.db,
        [bad, ...good].map((emailId) => ({ name: 'email.requested', payload: { emailId } }) as const),
      );
      const deadLetters = () => fixture.db('job_parked').pluck('job_id');
      await expect.poll(deadLetters, WITHIN).toHaveLength(2);
      isBroken = false;
      await expect.poll(deadLetters, WITHIN).toHaveLength(3);
    });

    test('a payload that does not fit its schema never reaches the handler', async () => {
      const seen: unknown[] = [];
      await fixture.startWorker('notify', async (_job, payload) => seen.push(payload));
      const eventId = uuidv7();
      const data = { id: `${eventId}-email.send`, eventId, publishes: 1, payload: { emailId: 7 } };
      await fixture.queues.add([{ name: 'email.send', data }]);
      await expect.poll(() => fixture.db('job_parked').pluck('job'), WITHIN).toEqual(['email.send']);
      expect(seen).toEqual([]);
    });

    test('jobs lost from an emptied queue are queued again, completed jobs are not repeated', async () => {
      const runs: string[] = [];
      const first = await fixture.startWorker('notify', async (_job, _payload, { jobId }) => {
        runs.push(jobId);
        return { messageId: null };
      });
      await recordEvents(fixture.db, [sendMail(), sendMail(), sendMail()]);
      await expect.poll(isDone, WITHIN).toHaveLength(3);
      await first.close(1_000);

      const waiting = Array.from({ length: 20 }, sendMail);
      const ids = await recordEvents(fixture.db, waiting);
      const queue = fixture.queues.get('notify');
      await expect.poll(() => queue.getJobCountByTypes('prioritized', 'waiting', 'delayed'), WITHIN).toBe(20);
      await queue.obliterate({ force: true });
      await checkAllNow(fixture.db);
      await fixture.startWorker('notify', async (_job, _payload, { jobId, fence }) => {
        expect(fence).toBeGreaterThan(2_000_000);
        runs.push(jobId);
        return { messageId: null };
      });
      await expect.poll(isDone, WITHIN).toHaveLength(23);
      expect(runs.slice(3).toSorted()).toEqual(ids.map((id) => `${id}-email.send`).toSorted());
      await checkAllNow(fixture.db);
      const open = () => fixture.db('outbox_published').whereNull('settled_at').pluck('id');
      await expect.poll(open, WITHIN).toEqual([]);
    });

    test('requests for the same work share one run, and a request during a run starts another', async () => {
      const compositionId = uuidv7();
      const edited = { name: 'composition.edited', payload: { compositionId } } as const;
      const gate = Promise.withResolvers<void>();
      const starts: string[] = [];
      await recordEvents(
        fixture.db,
        Array.from({ length: 30 }, () => edited),
      );
      const queue = fixture.queues.get('scenes');
      await expect.poll(() => queue.getJobCountByTypes('prioritized', 'waiting', 'delayed'), WITHIN).toBe(1);
      await fixture.startWorker('scenes', async (_job, _payload, { jobId }) => {
        starts.push(jobId);
        await gate.promise;
        return { revision: 1 };
      });
      await expect.poll(() => starts.length, WITHIN).toBe(1);
      const later = await recordEvent(fixture.db, edited);
      const unpublished = () => fixture.db('outbox').pluck('id');
      await expect.poll(unpublished, WITHIN).toEqual([]);
      gate.resolve();
      await expect.poll(() => starts.at(-1), WITHIN).toBe(`${later}-scene.compact`);
      expect(starts).toHaveLength(2);
      await expect.poll(isDone, WITHIN).toHaveLength(2);
      await checkAllNow(fixture.db);
      const open = () => fixture.db('outbox_published').whereNull('settled_at').pluck('id');
      await expect.poll(open, WITHIN).toEqual([]);
    });

    test('a stopping worker returns a long job to the queue without counting a failure', async () => {
      const gate = Promise.withResolvers<void>();
      const started = Promise.withResolvers<void>();
      const first = await fixture.startWorker('notify', async (_job, _payload, { signal }) => {
        started.resolve();
        await gate.promise;
        expect(signal.aborted).toBe(true);
        return { messageId: null };
      });
      const id = await recordEvent(fixture.db, sendMail());
      await started.promise;
      await first.close(1_100);
      const attempts: number[] = [];
      await fixture.startWorker('notify', async (_job, _payload, { attempt }) => {
        attempts.push(attempt);
        return { messageId: null };
      });
      await expect.poll(isDone, WITHIN).toEqual([`${id}-email.send`]);
      expect(attempts).toEqual([1]);
      gate.resolve();
    });

    test('only one of two runs of a job takes effect', async () => {
      const event = sendMail();
      const bothStarted = Promise.withResolvers<void>();
      let runs = 0;
      const handle = async (context: JobContext) => {
        runs += 1;
        if (runs === 2) {
          bothStarted.resolve();
        }
        await bothStarted.promise;
        await context.commit(fixture.db, (trx) =>
          trx('schedule_ticks').insert({ name: uuidv7(), due_at: trx.fn.now() }),
        );
        return { messageId: null };
      };
      await fixture.startWorker('notify', async (_job, _payload, context) => handle(context), {
        concurrency: 2,
      });
      const eventId = uuidv7();
      const id = `${eventId}-email.send`;
      // The same job under two BullMQ ids, as after a queue was emptied under a running worker.
      const data = { id, eventId, publishes: 1, payload: event.payload };
      await fixture.queues.get('notify').add('email.send', data, { jobId: 'twin-a' });
      await fixture.queues.get('notify').add('email.send', data, { jobId: 'twin-b' });
      const ended = () => fixture.queues.get('notify').getJobCountByTypes('completed');
      await expect.poll(ended, WITHIN).toBe(2);
      expect(await fixture.db('schedule_ticks').pluck('name')).toHaveLength(1);
      expect(await isDone()).toEqual([id]);
    });
  });
});
