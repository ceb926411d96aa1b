import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Harness, type Person, startHarness } from '../../test/harness.ts';
import { type MockGoogle, startMockGoogle } from '../../test/mock-google.ts';

const PASSWORD = 'a long enough pass';
const NEXT = 'a whole new secret';
const MINUTE_S = 60;

describe('a logged-in user', () => {
  let google: MockGoogle;
  let harness: Harness;
  let count = 0;
  beforeAll(async () => {
    google = await startMockGoogle();
    harness = await startHarness(google.env);
  });
  afterAll(async () => {
    await harness.close();
    await google.close();
  });

  const newAddress = () => {
    count += 1;
    return `elsewhere-${count}@people.test`;
  };
  const patch = (person: Pick<Person, 'userId' | 'token'>, body: object, from = harness) =>
    from.call('PATCH', `/api/users/${person.userId}`, { token: person.token, body });
  const row = (person: Pick<Person, 'userId'>) => harness.db('users').where({ id: person.userId }).first();
  const asksOf = (person: Pick<Person, 'userId'>) =>
    harness.db('email_confirmations').where({ user_id: person.userId, purpose: 'change', used_at: null });
  const linkTo = async (recipient: string) => {
    const [mail] = await harness.db('emails').where({ recipient });
    const [userId = '', token = ''] = String(mail.props.url).split('/').slice(-2);
    return { userId, token };
  };
  const confirm = async (link: { userId: string; token: string }) =>
    (
      await harness.call('PATCH', `/api/users/email-confirmation/${link.userId}`, {
        body: { token: link.token },
      })
    ).status;
  const connectedTo = (name: string) => google.token({ sub: `google-${name}`, email: `${name}@gmail.test` });
  /** A user signed up with Google, without a password. */
  const joinByGoogle = async (name: string) => {
    const { json } = await harness.call('POST', '/api/users/social-signup', {
      body: { idToken: await connectedTo(name) },
    });
    return { token: String(json.token), userId: (json.user as { uuid: string }).uuid };
  };

  it('cannot change the email address or connect Google without the password', async () => {
    const person = await harness.signUp('borrowed');
    const strange = await connectedTo('borrower');
    const requests = [{ email: newAddress() }, { google: { idToken: strange } }];
    const proofs = [undefined, {}, { password: null }, { password: '' }, { password: 'not this' }];
    for (const request of requests) {
      for (const proof of proofs) {
        const answer = await patch(person, { ...request, name: 'Changed', proof });
        expect(answer.json, JSON.stringify({ request, proof })).toMatchObject({
          status: 422,
          violations: [{ propertyPath: 'proof.password', code: 'user.password.wrong' }],
        });
      }
      // The Google account that is to be connected is no proof.
      const own = await patch(person, { ...request, proof: { idToken: strange } });
      expect([own.status, own.json.description]).toEqual([401, 'auth.google.rejected']);
    }
    expect(await row(person)).toMatchObject({ name: 'borrowed', google_subject: null });
    expect(await asksOf(person)).toEqual([]);
  });

  it('can change the email address and connect Google with the password', async () => {
    const person = await harness.signUp('owner');
    const proof = { password: PASSWORD };
    const email = newAddress();
    expect((await patch(person, { email, proof })).json.pendingEmail).toBe(email);
    const idToken = await connectedTo('owner');
    expect((await patch(person, { google: { idToken }, proof })).json.hasGoogle).toBe(true);
  });

  it('needs no password for changes that add no way to log in', async () => {
    const person = await harness.signUp('calm');
    const email = newAddress();
    await patch(person, { email, proof: { password: PASSWORD } });
    const answers = [
      await patch(person, { name: 'Calm' }),
      await patch(person, { email }),
      await patch(person, { email: person.email }),
      await patch(person, { google: null }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await patch(person, { email })).status, 'the wish was withdrawn').toBe(422);
  });

  it('without a password reauthenticates with a fresh token of the connected Google account', async () => {
    const person = await joinByGoogle('social');
    const email = newAddress();
    const claims = { sub: 'google-social', email: 'social@gmail.test' };
    const seconds = Math.floor(harness.clock.now().getTime() / 1_000);
    const old = { ...claims, iat: seconds - 11 * MINUTE_S, exp: seconds + 40 * MINUTE_S };
    const refused = [
      [undefined, 422],
      [{ password: PASSWORD }, 422],
      [{ idToken: await connectedTo('somebody') }, 401],
      [{ idToken: await google.token(old) }, 401],
      [{ idToken: await google.forgedToken(claims) }, 401],
    ] as const;
    for (const [proof, status] of refused) {
      expect((await patch(person, { email, proof })).status, JSON.stringify(proof)).toBe(status);
    }
    expect(await asksOf(person)).toEqual([]);
    const proof = { idToken: await connectedTo('social') };
    expect((await patch(person, { email, proof })).json.pendingEmail).toBe(email);
    const leave = async (idToken: string) =>
      (
        await harness.call('DELETE', `/api/users/${person.userId}`, {
          token: person.token,
          body: { idToken },
        })
      ).status;
    expect([await leave(await google.token(old)), await leave(proof.idToken)]).toEqual([401, 204]);
  });

  describe('with a stolen session', () => {
    it('cannot confirm an address requested before the password changed', async () => {
      const person = await harness.signUp('awake');
      const email = newAddress();
      await patch(person, { email, proof: { password: PASSWORD } });
      await patch(person, { password: { current: PASSWORD, next: NEXT } });
      expect(await confirm(await linkTo(email))).toBe(422);
      expect((await row(person)).email).toBe(person.email);
    });

    it('loses the requested address and the connected Google account when the owner resets the password', async () => {
      const person = await harness.signUp('squatted');
      const proof = { password: PASSWORD };
      const email = newAddress();
      const idToken = await connectedTo('squatter');
      await patch(person, { email, google: { idToken }, proof });
      await harness.call('POST', '/api/users/password-reset', { body: { email: person.email } });
      const [mail] = await harness
        .db('emails')
        .where({ template: 'password-reset', recipient: person.email });
      const token = String(mail.props.url).split('/').at(-1);
      const path = `/api/users/password-reset/${person.userId}`;
      expect((await harness.call('PATCH', path, { body: { token, password: NEXT } })).status).toBe(200);
      expect(await confirm(await linkTo(email))).toBe(422);
      expect(await row(person)).toMatchObject({ email: person.email, google_subject: null });
      const entry = await harness.call('POST', '/api/social-login', { body: { idToken } });
      expect(entry.json.description).toBe('auth.google.unknown');
    });

    it('cannot confirm an address requested before the owner logged in with Google', async () => {
      const person = await harness.signUp('vouched');
      const email = newAddress();
      await patch(person, { email, proof: { password: PASSWORD } });
      const idToken = await google.token({ sub: 'google-vouched', email: person.email });
      await harness.call('POST', '/api/social-login', { body: { idToken } });
      expect(await confirm(await linkTo(email))).toBe(422);
      expect((await row(person)).email).toBe(person.email);
    });
  });

  it('keeps the Google account of a confirmed address after a password reset', async () => {
    const person = await joinByGoogle('forgetful');
    await harness.call('POST', '/api/users/password-reset', { body: { email: 'forgetful@gmail.test' } });
    const { token } = await linkTo('forgetful@gmail.test');
    await harness.call('PATCH', `/api/users/password-reset/${person.userId}`, {
      body: { token, password: NEXT },
    });
    expect((await row(person)).google_subject).toBe('google-forgetful');
  });

  it('can guess passwords only as often as at login, per user and network', async () => {
    const limited = await startHarness({ ...google.env, RATE_LIMIT_FACTOR: '1' });
    try {
      const person = await limited.signUp('guessed');
      const network = vi.spyOn(limited.deps.limits, 'consumeFrom');
      const idToken = await connectedTo('guesser');
      const statuses: number[] = [];
      for (let at = 0; at < 12; at += 1) {
        const request =
          at % 2 === 0 ? { google: { idToken } } : { password: { current: 'a guess', next: NEXT } };
        statuses.push((await patch(person, { ...request, proof: { password: 'a guess' } }, limited)).status);
      }
      expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
      const proof = { password: PASSWORD };
      expect((await patch(person, { google: { idToken }, proof }, limited)).status).toBe(429);
      expect(network.mock.calls.filter(([name]) => name === 'sign-in')).toHaveLength(13);
    } finally {
      await limited.close();
    }
  });
});
