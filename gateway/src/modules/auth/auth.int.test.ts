import { describe, expect, it } from 'vitest';
import { ACCESS_TOKEN_SECONDS } from '../../auth/tokens.ts';
import { SECRET, startHarness, useHarness } from '../../test/harness.ts';

describe('authentication', () => {
  const harness = useHarness();

  const me = (token: string) => harness.call('GET', '/api/users/me', { token });
  const refresh = (token: string) =>
    harness.call('POST', '/api/token/refresh', { body: { refresh_token: token } });

  it('creates a user with one free workspace and stores only a password hash', async () => {
    const ada = await harness.signUp('ada');
    const { json } = await me(ada.token);
    expect(json).toMatchObject({
      '@type': 'User',
      name: 'ada',
      email: ada.email,
      accounts: [{ role: 'owner' }],
    });
    const row = await harness.db('users').where({ email: ada.email }).first();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$/);
    const account = await harness.call('GET', `/api/accounts/${ada.accountId}`, { token: ada.token });
    expect(account.json).toMatchObject({
      subscriptionType: 'free',
      storage: { used: 0, available: 2_000_000_000 },
      features: { maxScenes: 5 },
    });
  });

  it('rejects a taken email address in any case and names its field', async () => {
    await harness.signUp('grace');
    const again = await harness.call('POST', '/api/users/signup', {
      body: { email: 'GRACE@people.test', password: 'another long pass', username: 'x' },
    });
    expect(again.status).toBe(422);
    expect(again.json).toMatchObject({
      title: 'Account already exists. Log in instead!',
      violations: [{ propertyPath: 'email', code: 'user.email.taken' }],
    });
  });

  it('accepts email addresses with non-ASCII letters in one normalized form', async () => {
    const signUp = (email: string) =>
      harness.call('POST', '/api/users/signup', {
        body: { email, password: 'a long enough pass', username: 'José' },
      });
    const composed = await signUp('José@ejemplo.es');
    expect(composed.status).toBe(201);
    expect(composed.json).toMatchObject({ user: { email: 'josé@ejemplo.es' } });
    expect((await signUp('jose\u0301@ejemplo.es')).json.description).toBe('user.email.taken');
    const login = { email: 'josé@ejemplo.es', password: 'a long enough pass', remember: false };
    expect((await harness.call('POST', '/api/login', { body: login })).status).toBe(200);
  });

  it('returns validation messages in the requested language', async () => {
    const messages = async (language: string, change: object) => {
      const { json } = await harness.call('POST', '/api/users/signup', {
        headers: { 'accept-language': language },
        body: { email: 'new@people.test', password: 'a long enough pass', username: 'new', ...change },
      });
      return (json.violations as { message: string }[]).map(({ message }) => message);
    };
    expect(await messages('es-MX', { email: 'no-address' })).toEqual([
      'No es una dirección de correo válida',
    ]);
    expect(await messages('es', { password: 'password123' })).toEqual(['Esta contraseña es demasiado común']);
    expect(await messages('en', { password: 'password123' })).toEqual(['This password is too common']);
    expect(await messages('fr', { email: 'no-address' })).toEqual(['Invalid email address']);
  });

  it('rejects short and common passwords, empty and invisible names, and invalid addresses', async () => {
    const tries = [
      { password: 'short' },
      { password: 'password123' },
      { username: '  ' },
      { username: '\u202e\u200b' },
      { email: 'no-address' },
      { email: 'a@b.test\r\nBcc: c@d.test' },
    ];
    for (const change of tries) {
      const body = { email: 'new@people.test', password: 'a long enough pass', username: 'new', ...change };
      const answer = await harness.call('POST', '/api/users/signup', { body });
      expect(answer.status, JSON.stringify(change)).toBe(422);
    }
    expect(await harness.db('users').where({ email: 'new@people.test' })).toEqual([]);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await harness.signUp('linus');
    const login = (body: object) => harness.call('POST', '/api/login', { body });
    const wrong = await login({ email, password: 'not this one' });
    const unknown = await login({ email: 'nobody@people.test', password: 'not this one' });
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text]);
    expect(wrong.json.description).toBe('auth.wrong-credentials');
    expect((await login({ email: ` ${email.toUpperCase()} `, password: 'a long enough pass' })).status).toBe(
      200,
    );
  });

  it('reports invalid extras of a sign-up as notices without rejecting it', async () => {
    const body = {
      email: 'brought@people.test',
      password: 'a long enough pass',
      username: 'b',
      referrer: 'nobody',
      collabScene: '01900000-0000-7000-8000-000000000001',
      plan: 'gold',
      invitation: 'x',
    };
    const answer = await harness.call('POST', '/api/users/signup', { body });
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.text).notices.sort()).toEqual([
      'collab-scene.unknown',
      'invitation.unknown',
      'plan.unknown',
      'referrer.unknown',
    ]);
  });

  it('returns the same notice for an inaccessible scene and an unknown one', async () => {
    const owner = await harness.signUp('scene-owner');
    const made = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    const body = {
      email: 'curious@people.test',
      password: 'a long enough pass',
      username: 'c',
      collabScene: made.json.uuid,
    };
    const answer = await harness.call('POST', '/api/users/signup', { body });
    expect(answer.json.notices).toEqual(['collab-scene.unknown']);
    const shared = { ...body, email: 'invited@people.test', username: 'i' };
    const invitation = await harness.call('POST', '/api/invitations', {
      token: owner.token,
      body: { email: shared.email, role: 1, compositions: [made.json['@id']] },
    });
    const invited = await harness.call('POST', '/api/users/signup', {
      body: { ...shared, invitation: invitation.json.uuid },
    });
    expect(invited.json.notices).toEqual([]);
  });

  it('credits the referrer once the new user has confirmed the email address', async () => {
    const inviter = await harness.signUp('inviter');
    const body = {
      email: 'joined@people.test',
      password: 'a long enough pass',
      username: 'j',
      referrer: inviter.userId,
    };
    const { user } = JSON.parse((await harness.call('POST', '/api/users/signup', { body })).text);
    const read = () => harness.call('GET', `/api/accounts/${inviter.accountId}`, { token: inviter.token });
    expect((await read()).json).toMatchObject({ referral: { joined: 0, earned: 0 } });
    await harness.confirmEmail({ ...inviter, userId: user.uuid, email: body.email });
    expect((await read()).json).toMatchObject({
      referral: { joined: 1, earned: 250_000_000 },
      storage: { available: 2_250_000_000 },
    });
  });

  it('returns one successor token to ten tabs, and ends the session on later reuse of the old one', async () => {
    const person = await harness.signUp('tabs');
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(person.refresh)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const [successor, ...others] = [...new Set(answers.map((answer) => String(answer.json.refresh_token)))];
    expect(others).toEqual([]);
    await harness.db('sessions').update({ rotated_at: harness.db.raw(`now() - interval '11 seconds'`) });
    expect((await refresh(person.refresh)).status).toBe(401);
    expect((await refresh(String(successor))).status).toBe(401);
    expect((await me(person.token)).status).toBe(401);
  });

  it('limits a session to a month in total, and a remembered one to a year', async () => {
    const person = await harness.signUp('stayer');
    const days = async (remember: boolean, age: number) => {
      const body = { email: person.email, password: 'a long enough pass', remember };
      const { json } = await harness.call('POST', '/api/login', { body });
      const created = harness.db.raw('now() - make_interval(hours => ?)', [24 * age]);
      await harness.db('sessions').where({ remember }).update({ created_at: created });
      expect((await refresh(String(json.refresh_token))).status).toBe(200);
      const { rows } = await harness.db.raw(
        `select max(extract(epoch from expires_at - now()) / 86400)::float8 as days from sessions
         where remember = ? and user_id = ? and rotated_at is not null`,
        [remember, person.userId],
      );
      return Math.round(rows[0].days * 10) / 10;
    };
    expect(await days(true, 100)).toBe(30);
    await harness.db('sessions').where({ user_id: person.userId }).delete();
    expect(await days(true, 360)).toBe(5);
    expect(await days(false, 29.5)).toBe(0.5);
  });

  it('ends a session at the next request after sign-out', async () => {
    const person = await harness.signUp('leaver');
    expect((await me(person.token)).status).toBe(200);
    const out = await harness.call('POST', '/api/users/logout', { body: { refresh_token: person.refresh } });
    expect([out.status, out.text]).toEqual([204, '']);
    expect((await me(person.token)).status).toBe(401);
  });

  it('rejects tokens that are unsigned, foreign, of another kind or expired', async () => {
    const person = await harness.signUp('tokens');
    const [header, payload] = person.token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const share = await harness.deps.tokens.share(person.userId, 1, 60);
    const forged = [
      `${encode({ alg: 'none' })}.${payload}.`,
      `${header}.${payload}.${Buffer.from(SECRET).toString('base64url')}`,
      `${encode({ alg: 'HS256', kid: '../../dev/null' })}.${payload}.x`,
      `${header}.${encode({ sub: person.userId, sid: person.userId, use: 'access', exp: 9_999_999_999 })}.x`,
      share,
    ];
    for (const token of forged) {
      expect((await me(token)).status).toBe(401);
    }
    harness.clock.advance((ACCESS_TOKEN_SECONDS + 1) * 1_000);
    expect((await me(person.token)).status).toBe(401);
    harness.clock.set(new Date());
  });

  it('mails a reset link that works once and ends all other sessions', async () => {
    const person = await harness.signUp('forgetful');
    const ask = (email: string) => harness.call('POST', '/api/users/password-reset', { body: { email } });
    const [known, unknown] = [await ask(person.email), await ask('nobody@people.test')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    const mails = await harness.db('emails').where({ template: 'password-reset' });
    expect(mails.map((mail) => mail.recipient)).toEqual([person.email]);
    const token = String(mails[0].props.url).split('/').at(-1);
    const reset = () =>
      harness.call('PATCH', `/api/users/password-reset/${person.userId}`, {
        body: { token, password: 'a whole new secret' },
      });
    const first = await reset();
    expect(first.status).toBe(200);
    expect((await me(person.token)).status).toBe(401);
    expect((await me(String(first.json.token))).status).toBe(200);
    expect((await reset()).json.description).toBe('auth.link-expired');
  });

  it('limits reset mails per network and hour, without ending the link that the user received', async () => {
    const limited = await startHarness({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.0/8,::1' });
    try {
      const person = await limited.signUp('busy');
      const ask = (address: string) =>
        limited.call('POST', '/api/users/password-reset', {
          body: { email: person.email },
          headers: { 'x-forwarded-for': address },
        });
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        statuses.push((await ask('203.0.113.1')).status);
      }
      expect(statuses).toEqual([...Array(5).fill(202), 429]);
      expect((await ask('203.0.113.2')).status).toBe(202);
      const links = async () => {
        const mails = await limited.db('emails').where({ template: 'password-reset' }).orderBy('id');
        return mails.map(({ props }) => String(props.url).split('/').at(-1));
      };
      const [first, , , , latest, own] = await links();
      const reset = (token: string | undefined) =>
        limited.call('PATCH', `/api/users/password-reset/${person.userId}`, {
          body: { token, password: 'a whole new secret' },
        });
      expect((await reset(first)).json.description).toBe('auth.link-expired');
      // A stranger who asks again does not end the link that the person reads.
      expect((await ask('203.0.113.99')).status).toBe(202);
      expect((await reset(latest)).status).toBe(200);
      expect((await reset(own)).json.description, 'one of them is used').toBe('auth.link-expired');
      for (let network = 3; network < 12; network += 1) {
        expect((await ask(`203.0.113.${network}`)).status).toBe(202);
      }
      expect(await links()).toHaveLength(10);
    } finally {
      await limited.close();
    }
  });

  it('limits password guesses with 429 and Retry-After', async () => {
    const limited = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    try {
      const guess = () =>
        limited.call('POST', '/api/login', { body: { email: 'victim@people.test', password: 'a guess' } });
      const statuses: number[] = [];
      for (let at = 0; at < 12; at += 1) {
        statuses.push((await guess()).status);
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
      expect(Number((await guess()).headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});
