import type { User } from '@diorama/shared/contract/auth.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalCopies } from '../session/local-copies.ts';
import { createSession } from '../session/session.ts';
import type { SessionStore, StoredSession } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { type ClientNotice, createApiClient, noticeOf } from './client.ts';

type Reply = { status: number; body?: unknown; date?: string };

function memoryStore(session: StoredSession | null): SessionStore {
  let held = session;
  let hasExpired = false;
  return {
    get: () => held,
    set: (next) => {
      held = next;
      hasExpired = false;
    },
    clear: (end) => {
      held = null;
      hasExpired = end === 'expired';
    },
    hasExpired: () => hasExpired,
    subscribe: () => () => undefined,
  };
}

const stored = (token: string): StoredSession => ({
  token,
  refreshToken: 'refresh-1',
  user: { uuid: 'ada' } as User,
  remember: false,
});

const refused = (code: string, status = 401): Reply => ({
  status,
  body: { status, title: code, description: code, violations: [] },
});

describe('the API client', () => {
  const requests: { url: string; authorization: string | null }[] = [];
  let replies: Record<string, Reply[]> = {};

  beforeEach(() => {
    requests.length = 0;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      requests.push({ url, authorization: new Headers(init.headers).get('Authorization') });
      const reply = replies[url]?.shift() ?? { status: 500 };
      const hasBody = reply.status !== 204;
      return new Response(hasBody ? JSON.stringify(reply.body ?? {}) : null, {
        status: reply.status,
        headers: { 'Content-Type': 'application/ld+json', ...(reply.date && { Date: reply.date }) },
      });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const outcomes: string[] = [];

  function build(store: SessionStore) {
    const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
    const copies = new LocalCopies({ databases: null, storage });
    const session = createSession({ store, language: () => 'en', copies });
    const client = createApiClient(session, () => 'en', { report: (outcome) => outcomes.push(outcome) });
    const notices: ClientNotice[] = [];
    client.onNotice((notice) => notices.push(notice));
    return { client, notices };
  }

  it('reports for every call whether a server was reached', async () => {
    const { client } = build(memoryStore(null));
    replies = { '/api/config': [{ status: 200, body: {} }, { status: 503 }] };
    outcomes.length = 0;
    await client.call('getConfig');
    await expect(client.call('getConfig')).rejects.toThrow();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(client.call('getConfig')).rejects.toThrow();
    expect(outcomes).toEqual(['answered', 'answered', 'unreachable']);
  });

  it('refreshes a rejected token once and repeats the call', async () => {
    const store = memoryStore(stored('old'));
    replies = {
      '/api/users/me': [refused('auth.session-expired'), { status: 200, body: { name: 'Ada' } }],
      '/api/token/refresh': [{ status: 200, body: { token: 'new', refresh_token: 'refresh-2' } }],
    };
    const { client, notices } = build(store);
    expect(await client.call('getMe')).toEqual({ name: 'Ada' });
    expect(requests.map((request) => request.authorization)).toEqual(['Bearer old', null, 'Bearer new']);
    expect(store.get()?.refreshToken).toBe('refresh-2');
    expect(notices).toEqual([]);
  });

  it('refreshes once for concurrent calls', async () => {
    replies = {
      '/api/users/me': [
        refused('auth.session-expired'),
        refused('auth.session-expired'),
        { status: 200 },
        { status: 200 },
      ],
      '/api/token/refresh': [{ status: 200, body: { token: 'new', refresh_token: 'refresh-2' } }],
    };
    const { client } = build(memoryStore(stored('old')));
    await Promise.all([client.call('getMe'), client.call('getMe')]);
    expect(requests.filter(({ url }) => url === '/api/token/refresh')).toHaveLength(1);
  });

  it.each([1, -1])('refreshes a token at most once on a device whose clock is %i year off', async (years) => {
    const servers = Date.now() - years * 365 * 24 * 60 * 60_000;
    const date = new Date(servers).toUTCString();
    const tokenOf = (number: number) =>
      `x.${btoa(JSON.stringify({ exp: Math.floor(servers / 1_000) + 900, number }))}.x`;
    const store = memoryStore(stored(tokenOf(1)));
    replies = {
      '/api/users/me': Array.from({ length: 3 }, () => ({ status: 200, date })),
      '/api/token/refresh': [
        { status: 200, date, body: { token: tokenOf(2), refresh_token: 'refresh-2' } },
        { status: 200, date, body: { token: tokenOf(3), refresh_token: 'refresh-3' } },
      ],
    };
    const { client } = build(store);
    for (let calls = 0; calls < 3; calls += 1) {
      await client.call('getMe');
    }
    // Before the first answer, the client cannot know that the device's clock is ahead.
    expect(store.get()?.refreshToken).toBe(years > 0 ? 'refresh-2' : 'refresh-1');
    replies = { '/api/config': [{ status: 200, date: new Date().toUTCString() }] };
    await client.call('getConfig');
  });

  it('ends the session when the refresh token is rejected as well', async () => {
    const store = memoryStore(stored('old'));
    replies = {
      '/api/users/me': [refused('auth.session-expired')],
      '/api/token/refresh': [refused('auth.session-expired')],
    };
    const { client, notices } = build(store);
    await expect(client.call('getMe')).rejects.toThrow(ApiError);
    expect(store.get()).toBeNull();
    expect(store.hasExpired()).toBe(true);
    expect(notices.map(({ kind }) => kind)).toEqual(['ended']);
  });

  it('keeps the session when the server cannot be reached', async () => {
    const store = memoryStore(stored('old'));
    replies = { '/api/users/me': [refused('auth.session-expired')], '/api/token/refresh': [{ status: 503 }] };
    const { client } = build(store);
    await expect(client.call('getMe')).rejects.toMatchObject({ status: 503 });
    expect(store.get()?.token).toBe('old');
  });

  it('reports the scene of a refusal, which may belong to another workspace', async () => {
    const scene = '01900000-0000-7000-8000-000000000001';
    replies = {
      [`/api/compositions/${scene}`]: [
        refused('security.account.overflown_storage', 403),
        refused('security.account.overflown_storage', 403),
      ],
      '/api/token/refresh': [{ status: 200, body: { token: 'new', refresh_token: 'refresh-2' } }],
      '/api/compositions': [refused('scenes.limit', 402)],
    };
    const { client, notices } = build(memoryStore(stored('old')));
    const change = { params: { id: scene }, body: { name: 'Barn' } };
    await expect(client.call('patchComposition', change)).rejects.toThrow(ApiError);
    await expect(client.call('createComposition', { body: { name: 'Barn' } })).rejects.toThrow(ApiError);
    expect(notices.map((notice) => [notice.kind, notice.scene])).toEqual([
      ['overflown', scene],
      ['limit', null],
    ]);
  });

  it('treats a 401 of the login call as its result', async () => {
    const store = memoryStore(stored('old'));
    replies = { '/api/login': [refused('auth.wrong-credentials')] };
    const { client, notices } = build(store);
    await expect(client.call('login', { body: { email: 'a@b.c', password: 'x' } })).rejects.toMatchObject({
      code: 'auth.wrong-credentials',
    });
    expect(requests).toHaveLength(1);
    expect(store.get()).not.toBeNull();
    expect(notices).toEqual([]);
  });
});

describe('noticeOf', () => {
  const kindOf = (status: number, code: string) => noticeOf(new ApiError({ status, code }));

  it('distinguishes quotas, limits and permissions', () => {
    expect(kindOf(403, 'security.account.overflown_storage')).toBe('overflown');
    expect(kindOf(403, 'security.account.storage-full')).toBe('storage-full');
    expect(kindOf(402, 'scenes.limit')).toBe('limit');
    expect(kindOf(403, 'security.not-allowed')).toBe('refused');
  });

  it('ends the session on an unknown refusal code', () => {
    expect(kindOf(403, 'unreadable')).toBe('ended');
    expect(kindOf(401, 'auth.session-expired')).toBe('ended');
  });

  it('leaves all other errors to the caller', () => {
    expect(kindOf(404, 'request.not-found')).toBeNull();
    expect(kindOf(422, 'project.exists')).toBeNull();
    expect(kindOf(0, 'network')).toBeNull();
  });
});
