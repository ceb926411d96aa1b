import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Person, SECRET, startHarness, useHarness } from '../../test/harness.ts';
import { recordStatements } from '../../test/statements.ts';

const HOUR_S = 60 * 60;
const key = createHmac('sha256', SECRET).update('tokens').digest();

describe('an attack on a session', () => {
  const harness = useHarness({ OPERATOR_EMAILS: 'chief@people.test' });
  let person: Person;
  let sessionId: string;
  let count = 0;
  beforeAll(async () => {
    person = await harness.signUp('target');
    sessionId = person.refresh.split('.')[0] ?? '';
  });

  const join = () => {
    count += 1;
    return harness.signUp(`somebody${count}`);
  };
  const me = async (token: string) => (await harness.call('GET', '/api/users/me', { token })).status;
  const refresh = (token: string) =>
    harness.call('POST', '/api/token/refresh', { body: { refresh_token: token } });
  const call = (who: Person, method: string, path: string, body?: unknown) =>
    harness.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) });

  /** A token in the gateway's format, with the changes of the test. */
  const sign = (change: {
    header?: Record<string, unknown>;
    claims?: Record<string, unknown>;
    subject?: string;
    issuer?: string;
    expires?: number;
    key?: Uint8Array;
  }) =>
    new SignJWT({ use: 'access', sid: sessionId, ...change.claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...change.header })
      .setIssuer(change.issuer ?? 'diorama')
      .setSubject(change.subject ?? person.userId)
      .setIssuedAt()
      .setExpirationTime(change.expires ?? Math.floor(harness.clock.now().getTime() / 1_000) + HOUR_S)
      .sign(change.key ?? key);

  it('succeeds with a validly signed token, as a control for the tests below', async () => {
    expect(await me(await sign({}))).toBe(200);
  });

  it('fails with every forged or altered token', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const rsa = new SignJWT({ use: 'access', sid: sessionId })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer('diorama')
      .setSubject(person.userId)
      .setExpirationTime('1h');
    const unsecured = new UnsecuredJWT({ use: 'access', sid: sessionId, iss: 'diorama', sub: person.userId });
    const stranger = await join();
    const tokens: Record<string, string> = {
      'no algorithm': unsecured.setExpirationTime('1h').encode(),
      'another algorithm, the same key': await sign({ header: { alg: 'HS512' } }),
      'a key pair': await rsa.sign(privateKey),
      'a key found by its path': await sign({
        header: { kid: '../../../dev/null' },
        key: new TextEncoder().encode('x'.repeat(32)),
      }),
      'run out': await sign({ expires: Math.floor(harness.clock.now().getTime() / 1_000) - 1 }),
      'another issuer': await sign({ issuer: 'elsewhere' }),
      'another use': await sign({ claims: { use: 'share', ver: 1 } }),
      'no use': await sign({ claims: { use: undefined } }),
      'no session': await sign({ claims: { sid: undefined } }),
      'a session that is no uuid': await sign({ claims: { sid: "' or true --" } }),
      'the session of somebody else': await sign({ claims: { sid: stranger.refresh.split('.')[0] } }),
      'somebody else in this session': await sign({ subject: stranger.userId }),
      'somebody who is not there': await sign({ subject: '01900000-0000-7000-8000-0000000000ff' }),
    };
    const statuses: [string, number][] = [];
    for (const [name, token] of Object.entries(tokens)) {
      statuses.push([name, await me(token)]);
    }
    expect(Object.fromEntries(statuses)).toEqual(
      Object.fromEntries(Object.keys(tokens).map((name) => [name, 401])),
    );
  });

  it('cannot use a revoked role from the next request on', async () => {
    const [owner, helper] = [await join(), await join()];
    const scene = String((await call(owner, 'POST', '/api/compositions', { name: 'Room' })).json.uuid);
    const path = `/api/compositions/${scene}`;
    const grant = (role: number) =>
      harness
        .db('composition_members')
        .insert({ composition_id: scene, user_id: helper.userId, role })
        .onConflict(['composition_id', 'user_id'])
        .merge();
    const statuses = async () => [
      (await call(helper, 'PATCH', path, { name: 'New' })).status,
      (await call(helper, 'GET', path)).status,
    ];
    await grant(0);
    expect(await statuses()).toEqual([200, 200]);
    await grant(1);
    expect(await statuses()).toEqual([403, 200]);
    await harness.db('composition_members').where({ user_id: helper.userId }).delete();
    expect(await statuses()).toEqual([404, 404]);
    const operator = await harness.signUpConfirmed('chief');
    expect((await call(operator, 'POST', '/api/operators/session')).status).toBe(204);
    await harness.db('users').where({ id: operator.userId }).update({ email_confirmed_at: null });
    expect((await call(operator, 'POST', '/api/operators/session')).status).toBe(404);
  });

  it('with a stolen refresh token ends the session and logs a warning, in either order of use', async () => {
    for (const isThiefFirst of [true, false]) {
      const victim = await join();
      const [first, second] = isThiefFirst ? ['thief', 'victim'] : ['victim', 'thief'];
      const taken = await refresh(victim.refresh);
      expect(taken.status, `${first} comes first`).toBe(200);
      const alarm = vi.spyOn(harness.deps.logger, 'warn');
      const told = new Set<string>();
      const stop = harness.deps.access.subscribe((change) => {
        for (const id of change?.ids ?? []) {
          told.add(id);
        }
      });
      const id = String(victim.refresh.split('.')[0]);
      await harness
        .db('sessions')
        .where({ id })
        .update({ rotated_at: harness.db.raw(`now() - interval '1 minute'`) });
      expect((await refresh(victim.refresh)).status, `${second} comes second`).toBe(401);
      expect(alarm.mock.calls.map(([fields]) => fields)).toContainEqual({
        sessionId: id,
        userId: victim.userId,
      });
      await expect.poll(() => told.has(id), { message: 'every gateway hears of it' }).toBe(true);
      stop();
      alarm.mockRestore();
      for (const token of [victim.refresh, String(taken.json.refresh_token)]) {
        expect((await refresh(token)).status).toBe(401);
      }
      expect([await me(victim.token), await me(String(taken.json.token))]).toEqual([401, 401]);
    }
  });

  it('finds the same login work for known and unknown addresses', async () => {
    const gone = await join();
    await harness.db('users').where({ id: gone.userId }).update({ deleted_at: harness.db.fn.now() });
    const social = await join();
    await harness.db('users').where({ id: social.userId }).update({ password_hash: null });
    const verify = vi.spyOn(harness.deps.passwords, 'verify');
    const work: Record<string, unknown[]> = {};
    const addresses = {
      known: person.email,
      absent: 'nobody@people.test',
      gone: gone.email,
      social: social.email,
    };
    for (const [name, email] of Object.entries(addresses)) {
      verify.mockClear();
      const { result, statements } = await recordStatements(() =>
        harness.call('POST', '/api/login', { body: { email, password: 'a wrong password' } }),
      );
      work[name] = [result.status, result.text, verify.mock.calls.length, statements.map(({ text }) => text)];
    }
    verify.mockRestore();
    for (const name of ['absent', 'gone', 'social']) {
      expect(work[name], name).toEqual(work.known);
    }
    expect(work.known?.[2]).toBe(1);
  });

  it('finds the same response to password resets for known and unknown addresses', async () => {
    const ask = (email: string) => harness.call('POST', '/api/users/password-reset', { body: { email } });
    const [known, unknown] = [await ask(person.email), await ask('nobody@people.test')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  it('finds the same work for the password of a known and an unknown scene', async () => {
    const owner = await join();
    const scene = String((await call(owner, 'POST', '/api/compositions', { name: 'Safe' })).json.uuid);
    const verify = vi.spyOn(harness.deps.passwords, 'verify');
    const work: unknown[] = [];
    for (const uuid of [scene, '01900000-0000-7000-8000-0000000000ff']) {
      verify.mockClear();
      const path = `/api/public/scenes/${uuid}/unlock`;
      const { result, statements } = await recordStatements(() =>
        harness.call('POST', path, { body: { password: 'a guess' } }),
      );
      work.push([result.status, result.text, verify.mock.calls.length, statements.length]);
    }
    verify.mockRestore();
    expect(work[0]).toEqual(work[1]);
  });
});

describe('password guessing', () => {
  it('is limited per email address, also for the right password, without affecting other addresses', async () => {
    const harness = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    try {
      const victim = await harness.signUp('victim');
      const guess = (email: string, password = 'a guess') =>
        harness.call('POST', '/api/login', { body: { email, password } });
      const statuses: number[] = [];
      for (let at = 0; at < 14; at++) {
        statuses.push((await guess(victim.email)).status);
      }
      expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
      // Even the right password waits, so that a limit cannot be used to test guesses.
      expect((await guess(victim.email, 'a long enough pass')).status).toBe(429);
      expect((await guess('somebody-else@people.test')).status).toBe(401);
    } finally {
      await harness.close();
    }
  });
});
