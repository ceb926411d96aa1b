import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { type MockGoogle, startMockGoogle } from '../../test/mock-google.ts';

describe('logging in with Google', () => {
  let google: MockGoogle;
  let harness: Harness;
  beforeAll(async () => {
    google = await startMockGoogle();
    harness = await startHarness(google.env);
  });
  afterAll(async () => {
    await harness.close();
    await google.close();
  });

  const login = (idToken: string) => harness.call('POST', '/api/social-login', { body: { idToken } });
  const signup = (idToken: string, more: object = {}) =>
    harness.call('POST', '/api/users/social-signup', { body: { idToken, ...more } });
  const claims = (name: string) => ({ sub: `google-${name}`, email: `${name}@gmail.test`, name });

  it('rejects unknown users until they sign up, and logs in known ones', async () => {
    const ada = await google.token(claims('ada'));
    const unknown = await login(ada);
    expect([unknown.status, unknown.json.title]).toEqual([
      401,
      'Please sign up with your Google account first',
    ]);
    const joined = await signup(ada, { username: 'Ada L.', locale: 'es', utm: { source: 'fair' } });
    expect(joined.status).toBe(201);
    expect(joined.json.user).toMatchObject({
      name: 'Ada L.',
      email: 'ada@gmail.test',
      locale: 'es',
      socialCreated: true,
      hasPassword: false,
      hasGoogle: true,
      isEmailConfirmed: true,
    });
    const again = await login(await google.token({ ...claims('ada'), email: 'ADA.new@gmail.test' }));
    expect(again.status).toBe(200);
    expect(again.json.user).toMatchObject({ email: 'ada@gmail.test' });
  });

  it('queues the download of the token’s picture and ignores an invalid one', async () => {
    const offered = async (name: string, picture: unknown) => {
      const joined = await signup(await google.token({ ...claims(name), picture }));
      expect(joined.status).toBe(201);
      const { uuid } = joined.json.user as { uuid: string };
      return harness
        .db('outbox')
        .where({ name: 'avatar.offered' })
        .whereRaw("payload ->> 'userId' = ?", [uuid])
        .pluck('payload');
    };
    const url = 'https://lh3.googleusercontent.com/a/ada=s96-c';
    expect(await offered('pictured', url)).toMatchObject([{ url }]);
    expect(await offered('plain', undefined)).toEqual([]);
    expect(await offered('odd', { not: 'an address' })).toEqual([]);
    expect(await offered('long', `https://a.test/${'x'.repeat(3_000)}`)).toEqual([]);
  });

  it('rejects a second sign-up with 422, and logging in still works', async () => {
    const token = await google.token(claims('twice'));
    expect((await signup(token)).status).toBe(201);
    const second = await signup(token);
    expect([second.status, second.json.description]).toEqual([422, 'user.email.taken']);
    expect((await login(token)).status).toBe(200);
    expect(await harness.db('users').where({ email: 'twice@gmail.test' })).toHaveLength(1);
  });

  it('applies the referrer and reports invalid extras of the sign-up as notices', async () => {
    const inviter = await harness.signUp('google-inviter');
    const answer = await signup(await google.token(claims('carried')), {
      referrer: inviter.userId,
      plan: 'gold',
      collabScene: 'no-scene',
      toggleTrial: true,
    });
    expect([...(answer.json.notices as string[])].sort()).toEqual(['collab-scene.unknown', 'plan.unknown']);
    const account = await harness.call('GET', `/api/accounts/${inviter.accountId}`, { token: inviter.token });
    expect(account.json.referral).toMatchObject({ joined: 1 });
  });

  it('rejects every token that Google did not issue for this client', async () => {
    const base = claims('mallory');
    const seconds = Math.floor(Date.now() / 1_000);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const genuine = await google.token(base);
    const [, payload] = genuine.split('.');
    const tokens = {
      'another key': await google.forgedToken(base),
      'hmac with the public key': await google.confusedToken(base),
      'no signature': `${encode({ alg: 'none', kid: 'one' })}.${payload}.`,
      'another audience': await google.token({ ...base, aud: 'somebody-else' }),
      'another issuer': await google.token({ ...base, iss: 'https://evil.test' }),
      'run out': await google.token({ ...base, exp: seconds - 3_600, iat: seconds - 7_200 }),
      'no address': await google.token({ sub: 'google-mallory' }),
      'an unverified address': await google.token({ ...base, email_verified: false }),
      "no name of Google's": await google.token({ email: base.email }),
      changed: `${genuine.slice(0, -6)}AAAAAA`,
      'nothing of the kind': 'x',
    };
    for (const [why, token] of Object.entries(tokens)) {
      const answers = [await login(token), await signup(token)];
      expect(
        answers.map(({ status, json }) => [status, json.description]),
        why,
      ).toEqual([
        [401, 'auth.google.rejected'],
        [401, 'auth.google.rejected'],
      ]);
    }
    expect(await harness.db('users').where({ email: base.email })).toEqual([]);
  });

  it('links an account with a confirmed address and keeps its password', async () => {
    const person = await harness.signUp('linked');
    await harness.db('users').where({ id: person.userId }).update({ email_confirmed_at: new Date() });
    const answer = await login(await google.token({ sub: 'google-linked', email: person.email }));
    expect(answer.status).toBe(200);
    expect(answer.json.user).toMatchObject({ uuid: person.userId, hasPassword: true, hasGoogle: true });
    const byPassword = await harness.call('POST', '/api/login', {
      body: { email: person.email, password: 'a long enough pass' },
    });
    expect(byPassword.status).toBe(200);
  });

  it('drops the password of an account with an unconfirmed address', async () => {
    const squatter = await harness.signUp('victim');
    const answer = await login(await google.token({ sub: 'google-victim', email: squatter.email }));
    expect(answer.json.notices).toEqual(['auth.password.dropped']);
    expect((await harness.call('GET', '/api/users/me', { token: squatter.token })).status).toBe(401);
    const byPassword = await harness.call('POST', '/api/login', {
      body: { email: squatter.email, password: 'a long enough pass' },
    });
    expect(byPassword.json.description).toBe('auth.wrong-credentials');
    const other = await login(await google.token({ sub: 'google-other', email: squatter.email }));
    expect(other.json.description).toBe('auth.google.rejected');
  });

  it('can be connected and disconnected by the user, but not as the last way to log in', async () => {
    const person = await harness.signUp('connector');
    const change = (body: object, token = person.token, id = person.userId) =>
      harness.call('PATCH', `/api/users/${id}`, { token, body });
    const proof = { password: 'a long enough pass' };
    const idToken = await google.token({ sub: 'google-connector', email: 'elsewhere@gmail.test' });
    expect((await change({ google: { idToken }, proof })).json).toMatchObject({
      hasGoogle: true,
      email: person.email,
    });
    const rival = await harness.signUp('rival');
    const stolen = await change({ google: { idToken }, proof }, rival.token, rival.userId);
    expect(stolen.json.description).toBe('auth.google.rejected');
    expect((await change({ google: null })).json).toMatchObject({ hasGoogle: false });
    const social = await signup(await google.token(claims('only-google')));
    const { token, user } = JSON.parse(social.text);
    expect((await change({ google: null }, token, user.uuid)).status).toBe(403);
  });

  it('returns 503 while Google’s keys cannot be fetched', async () => {
    const broken = await startMockGoogle({ isBroken: true });
    const other = await startHarness(broken.env);
    try {
      const idToken = await broken.token(claims('late'));
      const answer = await other.call('POST', '/api/social-login', { body: { idToken } });
      expect([answer.status, answer.json.description]).toEqual([503, 'server.unavailable']);
    } finally {
      await other.close();
      await broken.close();
    }
  });

  it('is rejected without configuration', async () => {
    const plain = await startHarness();
    try {
      const idToken = await google.token(claims('nobody'));
      const answer = await plain.call('POST', '/api/social-login', { body: { idToken } });
      expect(answer.json.description).toBe('auth.google.rejected');
    } finally {
      await plain.close();
    }
  });
});
