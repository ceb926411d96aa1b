import { afterEach, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';

let harness: Harness | null = null;
afterEach(() => harness?.close());

async function config(env: Record<string, string>): Promise<Record<string, unknown>> {
  harness = await startHarness(env);
  const answer = await harness.call('GET', '/api/config');
  expect(answer.status).toBe(200);
  return answer.json;
}

test('without configuration there are no promotion, analytics or help link', async () => {
  expect(await config({})).toMatchObject({
    promotion: null,
    gtmId: null,
    analytics: null,
    helpUrl: null,
    trackingCookieDays: 30,
  });
});

test('a running promotion is part of the configuration', async () => {
  const { promotion } = await config({ PROMO_END: '2999-11-24', PROMO_DISCOUNT: '50' });
  expect(promotion).toEqual({ endsAt: '2999-11-24T00:00:00.000Z', discount: 50 });
});

test('a promotion that is over is omitted', async () => {
  expect(await config({ PROMO_END: '2023-11-24', PROMO_DISCOUNT: '50' })).toMatchObject({ promotion: null });
});

test('analytics settings are returned and allowed by the content security policy', async () => {
  const told = await config({ GTM_ID: 'GTM-ABC1', ANALYTICS_URL: 'https://m.test/x/', ANALYTICS_KEY: 'k' });
  expect(told).toMatchObject({ gtmId: 'GTM-ABC1', analytics: { url: 'https://m.test/x', key: 'k' } });
  const page = await harness?.call('GET', '/en/login');
  const policy = page?.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src [^;]*https:\/\/www\.googletagmanager\.com/);
  expect(policy).toMatch(/connect-src [^;]*https:\/\/m\.test(?=[ ;])/);
  const view = await harness?.call('GET', '/view/00000000-0000-4000-8000-000000000001');
  expect(view?.headers.get('content-security-policy')).not.toContain('googletagmanager');
});
