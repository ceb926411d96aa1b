import { randomBytes } from 'node:crypto';
import { earnedStorage } from '@diorama/shared/domain/quota.ts';
import { jobsFor } from '@diorama/shared/events/subscriptions.ts';
import { MB, REFERRAL_BONUS, REFERRAL_CAP } from '@diorama/shared/plans.ts';
import { createPerson } from '@diorama/shared/server/people/people.queries.ts';
import {
  createReferral,
  creditReferral,
  recordReferrer,
} from '@diorama/shared/server/workspaces/referrals.queries.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';

describe('referrals', () => {
  const harness = useHarness({ TRUSTED_PROXIES: '127.0.0.0/8,::1/128' });

  const send = (person: Person, email: string) =>
    harness.call('POST', '/api/referral/send', {
      token: person.token,
      body: { email, referrer: person.userId },
    });
  let networks = 0;
  /** Signs a friend up, from a separate network unless one is named. */
  const signUp = async (email: string, referrer: string, network?: string) => {
    networks += 1;
    const answer = await harness.call('POST', '/api/users/signup', {
      body: { email, password: 'a long enough pass', username: 'Friend', referrer },
      headers: { 'x-forwarded-for': network ?? `10.${networks >> 8}.${networks % 256}.1` },
    });
    expect(answer.status, answer.text).toBe(201);
    const { user } = JSON.parse(answer.text);
    return { email, userId: String(user.uuid), token: '', refresh: '', accountId: '' };
  };
  const join = async (email: string, referrer: string, network?: string) => {
    const person = await signUp(email, referrer, network);
    await harness.confirmEmail(person);
  };
  const joinedOf = async (person: Person) => {
    const row = await harness.db('accounts').where({ id: person.accountId }).first('referral_joined');
    return Number(row?.referral_joined);
  };
  const referralsOf = async (person: Person, query = '') =>
    JSON.parse((await harness.call('GET', `/api/referrals${query}`, { token: person.token })).text).member;

  it('are rejected for the inviter’s address and for an address invited before', async () => {
    const ada = await harness.signUp('ada');
    const own = await send(ada, ' ADA@people.test ');
    expect([own.status, own.json.description]).toEqual([422, 'referral.self']);
    expect((await send(ada, 'friend@people.test')).status).toBe(200);
    const again = await send(ada, 'Friend@people.test');
    expect([again.status, again.json.description]).toEqual([422, 'referral.duplicate']);
    const mails = await harness.db('emails').where({ template: 'referral' }).pluck('id');
    expect(mails).toHaveLength(1);
    // Operators see it by this name.
    expect(await harness.events('referral.requested')).toEqual([{ emailId: mails[0] }]);
    expect(await harness.events('email.requested')).not.toContainEqual({ emailId: mails[0] });
    expect(jobsFor('referral.requested', { emailId: mails[0] })).toEqual([
      { job: 'referral.invite', payload: { emailId: mails[0] } },
    ]);
  });

  it('return the same status for an address with an account', async () => {
    const [ada, bob] = [await harness.signUp('alike-ada'), await harness.signUp('alike-bob')];
    const [known, unknown] = [await send(ada, bob.email), await send(ada, 'nobody@people.test')];
    expect([known.status, unknown.status]).toEqual([200, 200]);
  });

  it('list who joined and what that earned, and mail the inviter', async () => {
    const ada = await harness.signUp('list-ada');
    await send(ada, 'waits@people.test');
    await send(ada, 'joins@people.test');
    await signUp('waits@people.test', ada.userId);
    await join('joins@people.test', ada.userId);
    await join('by-link@people.test', ada.userId);
    const list = await referralsOf(ada);
    expect(
      list.map((item: { email: string; joined: boolean; earned: number; user: { name: string } | null }) => [
        item.email,
        item.joined,
        item.earned,
        item.user?.name,
      ]),
    ).toEqual([
      ['by-link@people.test', true, 250 * MB, 'Friend'],
      ['joins@people.test', true, 250 * MB, 'Friend'],
      ['waits@people.test', false, 0, undefined],
    ]);
    const mails = await harness.db('emails').where({ recipient: ada.email, template: 'referral-joined' });
    expect(mails.map((mail) => mail.props.earned).sort()).toEqual([250 * MB, 500 * MB]);
    expect(mails[0].props).toMatchObject({ friendName: 'Friend', bonus: 250 * MB });
  });

  it('are hidden from other users', async () => {
    const [ada, eve] = [await harness.signUp('see-ada'), await harness.signUp('see-eve')];
    await send(ada, 'secret@people.test');
    expect(await referralsOf(eve, `?account.uuid=${ada.accountId}`)).toEqual([]);
    expect(await referralsOf(eve)).toEqual([]);
  });

  it('earn 250 MB each and at most 4 GB, in any order of events', async () => {
    type Step = { kind: 'invite' | 'join'; friend: number; inviter: 0 | 1 };
    const step = fc.record({
      kind: fc.constantFrom<Step['kind']>('invite', 'join', 'join'),
      friend: fc.nat(24),
      inviter: fc.constantFrom<0 | 1>(0, 1),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        run += 1;
        const inviters = await Promise.all(
          [0, 1].map((at) => makePerson(`inviter-${run}-${at}@people.test`)),
        );
        const model = { joined: [0, 0], members: new Set<number>() };
        for (const { kind, friend, inviter } of steps) {
          // Four spellings of each mailbox.
          const mailbox = Math.floor(friend / 4);
          const email = `friend-${run}-${mailbox}${['', '+a', '+b', '+c'][friend % 4]}@people.test`;
          const { userId, accountId } = inviters[inviter] ?? { userId: '', accountId: '' };
          if (kind === 'invite') {
            await createReferral(harness.db, { accountId, referrerId: userId, email }).catch(() => undefined);
            continue;
          }
          const joined = await makePerson(email);
          const networkHash = randomBytes(8);
          const credited = await harness.db.transaction(async (trx) => {
            if (joined === null) {
              return null;
            }
            await recordReferrer(trx, { referrerId: userId, userId: joined.userId, networkHash });
            // Not before the address is confirmed.
            expect(await creditReferral(trx, joined.userId)).toBeNull();
            await trx('users').where({ id: joined.userId }).update({ email_confirmed_at: trx.fn.now() });
            return creditReferral(trx, joined.userId);
          });
          expect(credited !== null).toBe(!model.members.has(mailbox));
          if (!model.members.has(mailbox)) {
            model.members.add(mailbox);
            model.joined[inviter] = (model.joined[inviter] ?? 0) + 1;
          }
        }
        for (const [at, person] of inviters.entries()) {
          const account = await harness.db('accounts').where({ id: person?.accountId }).first();
          expect(account.referral_joined).toBe(model.joined[at]);
          const earned = earnedStorage(account.referral_joined);
          expect(earned).toBe(Math.min((model.joined[at] ?? 0) * REFERRAL_BONUS, REFERRAL_CAP));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('count twenty friends who join at the same moment, and stop earning at 4 GB', async () => {
    const ada = await harness.signUp('cap-ada');
    await Promise.all(Array.from({ length: 20 }, (_, at) => join(`cap-${at}@people.test`, ada.userId)));
    const account = await harness.call('GET', `/api/accounts/${ada.accountId}`, { token: ada.token });
    expect(account.json).toMatchObject({
      referral: { joined: 20, earned: 4_000 * MB },
      storage: { available: 6_000 * MB },
    });
    const list = await referralsOf(ada);
    const earned = list.map((item: { earned: number }) => item.earned);
    expect(earned.reduce((sum: number, bytes: number) => sum + bytes, 0)).toBe(4_000 * MB);
    const mails = await harness.db('emails').where({ recipient: ada.email, template: 'referral-joined' });
    expect(mails.filter((mail) => mail.props.bonus === 0)).toHaveLength(4);
  });

  it('earn nothing before the address is confirmed, by link or by password reset', async () => {
    const ada = await harness.signUp('wait-ada');
    const [byLink, byReset] = [
      await signUp('wait-1@people.test', ada.userId),
      await signUp('wait-2@people.test', ada.userId),
    ];
    expect(await joinedOf(ada)).toBe(0);
    await harness.confirmEmail(byLink);
    expect(await joinedOf(ada)).toBe(1);
    await harness.call('POST', '/api/users/password-reset', { body: { email: byReset.email } });
    const mail = await harness
      .db('emails')
      .where({ recipient: byReset.email, template: 'password-reset' })
      .first('props');
    const token = String(mail?.props.url).split('/').at(-1);
    const body = { token, password: 'another long pass' };
    expect(
      (await harness.call('PATCH', `/api/users/password-reset/${byReset.userId}`, { body })).status,
    ).toBe(200);
    expect(await joinedOf(ada)).toBe(2);
  });

  it('earn once per mailbox, in any spelling and for any inviter', async () => {
    const [ada, bob] = [await harness.signUp('once-ada'), await harness.signUp('once-bob')];
    for (let at = 0; at < 16; at += 1) {
      await join(`eve+${at}@people.test`, ada.userId);
    }
    await join('e.v.e@gmail.com', bob.userId);
    await join('eve+9@googlemail.com', bob.userId);
    expect([await joinedOf(ada), await joinedOf(bob)]).toEqual([1, 1]);
  });

  it('earn once per network and day in each workspace', async () => {
    const [ada, bob] = [await harness.signUp('net-ada'), await harness.signUp('net-bob')];
    const friends = await Promise.all(
      Array.from({ length: 5 }, (_, at) => signUp(`pupil-${at}@people.test`, ada.userId, '10.200.0.1')),
    );
    for (const friend of friends) {
      await harness.confirmEmail(friend);
    }
    await join('colleague@people.test', bob.userId, '10.200.0.1');
    expect([await joinedOf(ada), await joinedOf(bob)]).toEqual([1, 1]);
    await harness.db('referral_credits').update({ joined_at: harness.db.raw(`now() - interval '25 hours'`) });
    await join('pupil-6@people.test', ada.userId, '10.200.0.1');
    expect(await joinedOf(ada)).toBe(2);
  });

  async function makePerson(email: string) {
    return harness.db.transaction((trx) =>
      createPerson(trx, {
        email,
        name: 'Friend',
        locale: 'en',
        passwordHash: 'none',
        isDemo: false,
        utm: null,
      }),
    );
  }
});
