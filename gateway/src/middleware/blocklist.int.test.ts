import { routes } from '@diorama/shared/contract/index.ts';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../test/harness.ts';

const KEPT_OUT = { 'x-forwarded-for': '127.0.0.1, 203.0.113.9', 'x-country': 'ES' };
const FAR_COUNTRY = { 'x-forwarded-for': '198.51.100.1', 'x-country': 'xk' };
const LET_IN = { 'x-forwarded-for': '203.0.113.9, 198.51.100.1', 'x-country': 'ES' };

const harness = useHarness({
  BLOCKED_IPS: '203.0.113.0/24',
  BLOCKED_COUNTRIES: 'XK',
  COUNTRY_HEADER: 'X-Country',
  TRUSTED_PROXIES: '127.0.0.1',
});

/** The routes that declare `security.blocked` are those that check the block list. */
const guarded = Object.values(routes).filter((route) => {
  const errors: readonly string[] = 'errors' in route ? route.errors : [];
  return errors.includes('security.blocked');
});

describe('blocked visitors', () => {
  it('are refused on the routes for sign-up, login and payment', () => {
    const paths = guarded.map((route) => `${route.method} ${route.path}`);
    expect(paths).toEqual(
      expect.arrayContaining(['POST /api/login', 'POST /api/users/signup', 'POST /api/orders']),
    );
  });

  it.each(guarded.map((route) => [route.method, route.path] as const))(
    'get the same 403 from %s %s, regardless of the request',
    async (method, path) => {
      for (const headers of [KEPT_OUT, FAR_COUNTRY]) {
        const answer = await harness.call(method, path, { headers, body: {} });
        expect(answer.status).toBe(403);
        expect(answer.json).toMatchObject({
          description: 'security.blocked',
          title: 'Something went wrong. Contact our support',
        });
      }
    },
  );

  it('do not include a client that forges a blocked address into the proxy’s header', async () => {
    const body = { email: 'ada@people.test', password: 'a long enough pass', username: 'Ada' };
    const answer = await harness.call('POST', '/api/users/signup', { headers: LET_IN, body });
    expect(answer.status).toBe(201);
  });

  it('may still read public routes', async () => {
    const answer = await harness.call('GET', '/api/config', { headers: KEPT_OUT });
    expect(answer.status).toBe(200);
  });
});
