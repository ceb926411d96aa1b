import type { RouteDefinition } from '@diorama/shared/contract/define.ts';
import { routes } from '@diorama/shared/contract/index.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useHarness } from '../test/harness.ts';

const table: [string, RouteDefinition][] = Object.entries(routes);
const UUID = '01900000-0000-7000-8000-0000000000ff';
const pathOf = (route: RouteDefinition) =>
  route.path
    .replace('{provider}', 'sandbox')
    .replace('{token}', 'nothing')
    .replace(/\{\w+\}/g, UUID);

describe('the API contract', () => {
  const harness = useHarness({ OPERATOR_EMAILS: 'boss@people.test' });
  let tokens: { user: string; operator: string };
  const tokenFor = (route: RouteDefinition) => (route.auth === 'operator' ? tokens.operator : tokens.user);
  beforeAll(async () => {
    const [user, operator] = [await harness.signUp('ada'), await harness.signUpConfirmed('boss')];
    tokens = { user: user.token, operator: operator.token };
  });

  it.each(table.filter(([, route]) => route.auth === 'user' || route.auth === 'operator'))(
    '%s requires a session',
    async (_name, route) => {
      const attempts: Record<string, string>[] = [
        {},
        { authorization: 'Bearer nonsense' },
        { authorization: 'Basic abc' },
      ];
      for (const headers of attempts) {
        const answer = await harness.call(route.method, pathOf(route), { headers });
        expect(answer.status).toBe(401);
        expect(answer.json.description).toBe('auth.session-expired');
        expect(Object.keys(answer.json)).toEqual(['status', 'title', 'description', 'violations']);
      }
    },
  );

  const bodies: [string, string, string][] = [
    ['no JSON', 'application/json', '{"a":'],
    ['a list', 'application/json', '[1,2]'],
    ['a number', 'application/json', '12'],
    ['null', 'application/json', 'null'],
    ['deep nesting', 'application/json', '['.repeat(100_000)],
    [
      'wrong types',
      'application/json',
      '{"email":{},"name":[],"document":3,"account":1,"number":{},"privacy":7}',
    ],
    ['a form', 'application/x-www-form-urlencoded', 'a=b'],
    [
      'a torn multipart',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file',
    ],
    ['a multipart without boundary', 'multipart/form-data', 'x'],
    ['bytes that are no text', 'application/json', '\u00ff\u00fe'],
  ];
  const withBody = table.filter(
    ([name, route]) => (route.body || route.bodyKind) && route.method !== 'GET' && name !== 'logout',
  );
  it.each(withBody)('%s rejects invalid bodies without a server error', async (_name, route) => {
    for (const [, type, body] of bodies) {
      const answer = await harness.call(route.method, pathOf(route), {
        token: tokenFor(route),
        body,
        headers: { 'content-type': type },
      });
      expect([400, 404, 413, 415, 422, 428]).toContain(answer.status);
    }
  });

  it.each(table.filter(([, route]) => route.path.includes('{')))(
    '%s rejects invalid ids without a server error',
    async (_name, route) => {
      for (const id of [
        'nothing',
        '0',
        '..%2f..%2fetc%2fpasswd',
        "'%20or%201=1--",
        '%00',
        'x'.repeat(3_000),
      ]) {
        const path = route.path.replace('{provider}', 'sandbox').replace(/\{\w+\}/g, id);
        const answer = await harness.call(route.method, path, {
          token: tokenFor(route),
          ...(route.body ? { body: {} } : {}),
        });
        expect([400, 404, 415, 422]).toContain(answer.status);
      }
    },
  );

  it('distinguishes a wrong method from an unknown path', async () => {
    const wrong = await harness.call('DELETE', '/api/plans-full', { token: tokens.user });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'HEAD, GET']);
    expect((await harness.call('GET', '/api/nothing', { token: tokens.user })).json.description).toBe(
      'request.not-found',
    );
  });

  it('returns errors in the requested language', async () => {
    const spanish = await harness.call('GET', '/api/users/me', {
      headers: { 'accept-language': 'es-MX,en;q=0.5' },
    });
    expect(spanish.json.title).toBe('La sesión ha caducado. Inicia sesión');
    const english = await harness.call('GET', '/api/users/me', { headers: { 'accept-language': 'fr' } });
    expect(english.json.title).toBe('Session expired. Please log in');
  });

  it('returns JSON-LD by default and plain JSON on request', async () => {
    const type = async (accept: string) =>
      (await harness.call('GET', '/api/plans-full', { headers: { accept } })).headers.get('content-type');
    expect(await type('*/*')).toBe('application/ld+json; charset=utf-8');
    expect(await type('application/json')).toBe('application/json; charset=utf-8');
  });

  it('describes every route in an OpenAPI document that is built once', async () => {
    const summary = vi.spyOn(routes.getOpenApi, 'summary', 'get');
    const { text } = await harness.call('GET', '/api/docs');
    expect((await harness.call('GET', '/api/docs')).text).toBe(text);
    expect(summary.mock.calls.length).toBeLessThanOrEqual(1);
    summary.mockRestore();
    const document: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(text);
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(routes).sort());
  });

  it('reports the health of database, queues and store', async () => {
    const { json } = await harness.call('GET', '/api/health');
    expect(json).toEqual({ status: 'ok', checks: { database: 'ok', queues: 'ok', store: 'ok' } });
    vi.spyOn(harness.deps.store, 'health').mockRejectedValueOnce(new Error('The disk is gone'));
    const failing = await harness.call('GET', '/api/health');
    expect([failing.status, failing.json]).toEqual([
      503,
      expect.objectContaining({
        checks: { database: 'ok', queues: 'ok', store: 'error' },
        requestId: expect.any(String),
      }),
    ]);
  });
});
