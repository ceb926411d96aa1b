import { makePerson, makeScene, type TestPerson } from '@diorama/stack/test/factories.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ROLE } from '../../domain/roles.ts';
import type { EventName, EventPayload } from '../../events/index.ts';
import { jobsFor } from '../../events/subscriptions.ts';
import { getJob, queueOf } from '../../jobs/index.ts';
import { requestEmail } from '../delivery/emails.ts';
import { requestExport } from '../people/exports.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { requestCardPicture, requestCurrentOutput } from '../scenes/request-output.queries.ts';
import { createImport } from '../workspaces/imports.ts';
import { createInvitation } from '../workspaces/invitation-changes.queries.ts';
import { mailInvitation } from '../workspaces/invitation-mail.ts';
import { findInvitation } from '../workspaces/invitations.queries.ts';

/** Jobs of one workspace that wait. */
const CROWD = 200;

const database = useDatabase();
let crowd: TestPerson;
let other: TestPerson;
beforeEach(async () => {
  const { db } = database;
  crowd = await makePerson(db, { email: `${uuidv7()}@people.test`, name: 'crowd' });
  other = await makePerson(db, { email: `${uuidv7()}@people.test`, name: 'other' });
  await db('accounts').where({ id: crowd.accountId }).update({ plan: 'enterprise' });
  await db('outbox').delete();
});

/** How many of the requested jobs of a queue are taken before the last one: by priority, then in order of arrival. */
async function placesBeforeLast(queue: string): Promise<number> {
  const events: { name: EventName; payload: EventPayload<EventName> }[] = await database
    .db('outbox')
    .orderBy('id')
    .select('name', 'payload');
  const priorities = events
    .flatMap(({ name, payload }) => [...jobsFor(name, payload)])
    .filter(({ job, payload }) => queueOf(job, payload) === queue)
    .map(({ job, payload }) => {
      const definition = getJob(job);
      const behind = 'behind' in definition ? definition.behind : undefined;
      return definition.priority + (behind?.(payload as never) ?? 0);
    });
  const last = priorities.at(-1) ?? 0;
  return priorities.slice(0, -1).filter((priority) => priority <= last).length;
}

const times = (count: number, act: (at: number) => Promise<unknown>) =>
  Array.from({ length: count }).reduce<Promise<unknown>>(
    (done, _, at) => done.then(() => act(at)),
    Promise.resolve(),
  );

describe(`the first job of a workspace, while another one has ${CROWD} of the kind`, () => {
  it('waits for one output', async () => {
    const { db } = database;
    const publish = async (owner: TestPerson) => {
      const compositionId = await makeScene(db, owner);
      await requestCurrentOutput(db, { compositionId, accountId: owner.accountId, userId: owner.userId });
    };
    await times(CROWD, () => publish(crowd));
    await publish(other);
    expect(await placesBeforeLast('scene-output')).toBe(1);
  });

  it('waits for one picture of a card', { tags: ['full'] }, async () => {
    const { db } = database;
    const edit = async (owner: TestPerson) => requestCardPicture(db, await makeScene(db, owner));
    await times(CROWD, () => edit(crowd));
    await edit(other);
    expect(await placesBeforeLast('scene-output')).toBe(1);
  });

  it('waits for one mail', async () => {
    const { db } = database;
    const urls = { absolute: (path: string) => `https://diorama.test${path}` };
    const { accountId, userId } = crowd;
    await times(CROWD, (at) =>
      db.transaction(async (trx) => {
        const id = await createInvitation(trx, {
          ...{ accountId, email: `guest-${at}@people.test`, role: ROLE.guest, subject: 'accounts' },
          ...{ entityIds: [accountId], createdBy: userId },
        });
        const invitation = await findInvitation(trx, id);
        if (invitation) {
          const by = { name: 'crowd', isEmailConfirmed: true };
          await mailInvitation(trx, urls, { invitation, by, saysNames: true });
        }
      }),
    );
    const reset = { name: null, url: 'https://diorama.test/en/reset' };
    await requestEmail(db, { to: other.email, template: 'password-reset', locale: 'en', props: reset });
    expect(await placesBeforeLast('notify')).toBe(1);
  });
});

describe('the first archive of a user, while another one has ten', () => {
  const makeWorkspaces = async () => {
    const { db } = database;
    const ids = Array.from({ length: 10 }, () => uuidv7());
    await db('accounts').insert(ids.map((id) => ({ id, owner_id: crowd.userId, name: 'Workspace' })));
    return ids;
  };

  it('is imported after one', async () => {
    const { db } = database;
    const upload = ({ accountId, userId }: { accountId: string; userId: string }) => {
      const file = { uploadId: uuidv7(), name: 'archive.zip', size: 1, key: `imports/${uuidv7()}.zip` };
      return createImport(db, { accountId, userId, ...file });
    };
    for (const accountId of await makeWorkspaces()) {
      await upload({ accountId, userId: crowd.userId });
    }
    await upload(other);
    expect(await placesBeforeLast('workspace-imports')).toBe(1);
  });

  it('is exported after one', async () => {
    const { db } = database;
    for (const accountId of await makeWorkspaces()) {
      await db.transaction((trx) => requestExport(trx, { userId: crowd.userId, accountId }));
    }
    await db.transaction((trx) => requestExport(trx, { userId: other.userId, accountId: other.accountId }));
    expect(await placesBeforeLast('archives')).toBe(1);
  });
});
