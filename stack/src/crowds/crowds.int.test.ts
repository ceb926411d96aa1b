import { type EventName, type EventPayload, events } from '@diorama/shared/events/index.ts';
import { jobsFor } from '@diorama/shared/events/subscriptions.ts';
import { getJob, queueOf } from '@diorama/shared/jobs/index.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makePerson, type TestPerson } from '../test/factories.ts';
import { useDatabase } from '../test/use-database.ts';
import { type Act, EVENTS, type Harmless, MAILS, runDueJobs } from './test/crowd-of.ts';

/** Jobs of one workspace that wait: more than the largest turn of any event. */
const CROWD = 55;

const database = useDatabase();
let crowd: TestPerson;
let other: TestPerson;
beforeEach(async () => {
  const { db } = database;
  crowd = await makePerson(db, { email: `${uuidv7()}@people.test`, name: 'crowd' });
  other = await makePerson(db, { email: `${uuidv7()}@people.test`, name: 'other' });
  await db('accounts').where({ id: crowd.accountId }).update({ plan: 'enterprise' });
  await db('accounts').where({ id: other.accountId }).update({ plan: 'pro' });
  await db('outbox').delete();
});

/**
 * How many of the requested jobs of some events are taken before the last one: by priority, then in order of arrival.
 * A last job in another queue waits for none of them.
 */
async function placesBeforeLast(names: readonly EventName[]): Promise<number> {
  const rows: { name: EventName; payload: EventPayload<EventName> }[] = await database
    .db('outbox')
    .whereIn('name', names)
    .orderBy('id')
    .select('name', 'payload');
  expect(rows.length).toBeGreaterThan(CROWD / 3);
  const places = rows
    .flatMap(({ name, payload }) => [...jobsFor(name, payload)])
    .map(({ job, payload }) => {
      const definition = getJob(job);
      const behind = 'behind' in definition ? definition.behind : undefined;
      return {
        queue: queueOf(job, payload),
        priority: definition.priority + (behind?.(payload as never) ?? 0),
      };
    });
  const last = places.pop();
  return places.filter(({ queue, priority }) => queue === last?.queue && priority <= last.priority).length;
}

function actsOf<Name extends string>(table: Record<Name, Act | Harmless>): [Name, Act][] {
  return (Object.entries(table) as [Name, Act | Harmless][]).flatMap(([name, act]) =>
    typeof act === 'string' ? [] : [[name, act]],
  );
}

async function crowdThenOther(act: Act): Promise<void> {
  const { db } = database;
  for (let at = 0; at < CROWD; at += 1) {
    await act(db, crowd);
  }
  await act(db, other);
  await runDueJobs(db);
}

it('each event that a workspace can cause in any number has a turn, and no other one', () => {
  const withTurn = events.flatMap(({ name, payload }) => ('turn' in payload.shape ? [name] : []));
  expect(actsOf(EVENTS).map(([name]) => name)).toEqual(withTurn);
});

describe(`the first job of a workspace, while another one has ${CROWD} of the kind, waits for at most one`, () => {
  it.each(actsOf(EVENTS))('after %s', async (name, act) => {
    await crowdThenOther(act);
    expect(await placesBeforeLast([name])).toBeLessThanOrEqual(1);
  });

  it.each(actsOf(MAILS))('after the mail %s', async (_name, act) => {
    await crowdThenOther(act);
    expect(await placesBeforeLast(['email.requested', 'referral.requested'])).toBeLessThanOrEqual(1);
  });
});
