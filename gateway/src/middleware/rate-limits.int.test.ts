import { randomUUID } from 'node:crypto';
import { emptyGlb } from '@diorama/stack/test/tiny-files.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Harness, startHarness } from '../test/harness.ts';
import { multipartForm } from '../test/multipart-form.ts';

let harness: Harness;
afterEach(() => harness.close());

const times = <Result>(count: number, act: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)));
const count = (statuses: readonly number[]) => {
  const counted: Record<number, number> = {};
  for (const status of statuses) {
    counted[status] = (counted[status] ?? 0) + 1;
  }
  return counted;
};
const PASSWORD = 'a long enough pass';
const signIn = async (email: string, headers: Record<string, string> = {}) =>
  (await harness.call('POST', '/api/login', { body: { email, password: PASSWORD }, headers })).status;
const reset = async () =>
  (
    await harness.call('PATCH', `/api/users/password-reset/${randomUUID()}`, {
      body: { token: 'x'.repeat(43), password: 'another long pass' },
    })
  ).status;

describe('a workspace', () => {
  it('stores new files up to a few times its quota per day', async () => {
    harness = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    const owner = await harness.signUp('storing');
    const upload = async (name: string) => {
      const body = multipartForm({ type: '2' }, ['file', 'model.glb', emptyGlb(name)]);
      const { status, json } = await harness.call('POST', '/api/assets/upload', { token: owner.token, body });
      return [status, json.description];
    };
    await harness.deps.limits.consume('stored-bytes', owner.accountId, 3_999_999);
    expect((await upload('first'))[0]).toBe(201);
    expect(await upload('second')).toEqual([403, 'upload.limit']);
    const scene = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    const output = await harness.call('POST', '/api/assets/generate-scene-output', {
      token: owner.token,
      body: multipartForm({ sceneUuid: String(scene.json.uuid) }, ['file', 'scene.glb', emptyGlb('third')]),
    });
    expect([output.status, output.json.description]).toEqual([403, 'upload.limit']);
    expect((await upload('first'))[0], 'the same content is stored once').toBe(201);
  });
});

describe('the rate limits of a network', () => {
  it('count sign-ins over all email addresses', async () => {
    harness = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    const statuses = await times(120, (at) => signIn(`somebody${at}@people.test`));
    expect(count(statuses)).toEqual({ 401: 60, 429: 60 });
  });

  it('count password resets over all users', async () => {
    harness = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    expect(count(await times(40, reset))).toEqual({ 422: 30, 429: 10 });
    const asked = await times(5, (at) =>
      harness.call('POST', '/api/users/password-reset', { body: { email: `p${at}@people.test` } }),
    );
    expect(asked.map(({ status }) => status)).toEqual(Array(5).fill(429));
  });

  it('do not count rejected invitation calls', async () => {
    // Five invitations a day.
    harness = await startHarness({ RATE_LIMIT_FACTOR: '0.01' });
    const invite = (headers: Record<string, string>, body: object) =>
      harness.call('POST', '/api/invitations', { headers, body });
    expect(count((await times(10, () => invite({}, {}))).map(({ status }) => status))).toEqual({ 401: 10 });
    const owner = await harness.signUpConfirmed('inviting');
    const headers = { authorization: `Bearer ${owner.token}` };
    expect((await invite(headers, {})).status).toBe(422);
    const body = { email: 'guest@people.test', role: 3, accounts: [owner.accountId] };
    expect((await invite(headers, body)).status).toBe(201);
  });

  it('use the address of the connection and ignore forged headers', async () => {
    harness = await startHarness({ RATE_LIMIT_FACTOR: '1', COUNTRY_HEADER: 'x-country' });
    const statuses = await times(70, async (at) => {
      const headers = { 'x-forwarded-for': `203.0.113.${at}`, 'x-country': 'ES' };
      return (await harness.call('POST', '/api/users/signup', { headers, body: {} })).status;
    });
    expect(count(statuses)).toEqual({ 422: 60, 429: 10 });
  });

  it('use the visitor’s address behind a trusted proxy, and the /64 network for IPv6', async () => {
    harness = await startHarness({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.0/8' });
    const signUpFrom = async (address: string) =>
      (
        await harness.call('POST', '/api/users/signup', {
          headers: { 'x-forwarded-for': `198.51.100.7, ${address}` },
          body: {},
        })
      ).status;
    const statuses = await times(70, (at) => signUpFrom(`2001:db8:0:7::${at.toString(16)}`));
    expect(count(statuses)).toEqual({ 422: 60, 429: 10 });
    expect(await signUpFrom('2001:db8:0:8::1')).toBe(422);
    expect(await signUpFrom('198.51.100.7')).toBe(422);
  });
});

describe('password hashing', () => {
  it('is skipped for resets without a valid token, and sign-ins do not wait for them', {
    tags: ['full'],
  }, async () => {
    harness = await startHarness();
    const person = await harness.signUp('ada');
    const hash = vi.spyOn(harness.deps.passwords, 'hash');
    const [statuses, signedIn] = await Promise.all([times(600, reset), signIn(person.email)]);
    expect(count(statuses)).toEqual({ 422: 600 });
    expect(signedIn).toBe(200);
    expect(hash).not.toHaveBeenCalled();
  });

  it('is skipped for a sign-up with a taken address', async () => {
    harness = await startHarness();
    await harness.signUp('ada');
    const hash = vi.spyOn(harness.deps.passwords, 'hash');
    const body = { email: 'ada@people.test', password: PASSWORD, username: 'Ada' };
    const answer = await harness.call('POST', '/api/users/signup', { body });
    expect([answer.status, answer.json.description]).toEqual([422, 'user.email.taken']);
    expect(hash).not.toHaveBeenCalled();
  });

  it('has a separate lane for known browsers, which others cannot claim', async () => {
    harness = await startHarness();
    const [ada, eve] = [await harness.signUp('ada'), await harness.signUp('eve')];
    const cookieOf = async (email: string) => {
      const answer = await harness.call('POST', '/api/login', { body: { email, password: PASSWORD } });
      return answer.headers.get('set-cookie') ?? '';
    };
    const [cookie, stolen] = [await cookieOf(ada.email), await cookieOf(eve.email)];
    expect(cookie).toMatch(/^known=[\w-]{22}; path=\/api; expires=[^;]+; samesite=strict; httponly$/);
    const verify = vi.spyOn(harness.deps.passwords, 'verify');
    const bare = (text: string) => ({ cookie: text.split(';')[0] ?? '' });
    const attempts: Record<string, string>[] = [
      bare(cookie),
      {},
      // The mark of another user's browser is unknown to this account, and so is a forged one.
      bare(stolen),
      { cookie: `known=${'A'.repeat(22)}` },
      { cookie: `known=${ada.userId}` },
    ];
    for (const headers of attempts) {
      expect(await signIn(ada.email, headers)).toBe(200);
    }
    const lanes = verify.mock.calls.map(([, , lane]) => lane);
    expect(lanes).toEqual(['known', ...Array(4).fill('unknown')]);
  });
});
