import { expect, test } from 'vitest';
import { loadEnv } from './env.ts';

const MIN = { SECRET_KEY: 'k'.repeat(32), DATABASE_URL: 'postgres://u:p@localhost/d' };

test('a secret key and a database are the minimal environment', () => {
  const env = loadEnv(MIN);
  expect(env).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    redisUrl: null,
    s3: null,
    stripe: null,
    demo: false,
    rateLimitFactor: 1,
    shutdownGraceMs: 8_000,
  });
  expect([...env.gatewayRoles]).toEqual(['http', 'collab', 'live', 'outbox']);
});

test('loadEnv reports all errors at once', () => {
  const read = () =>
    loadEnv({ PORT: 'x', SECRET_KEY: 'short', DATABASE_URL: 'mysql://x', GATEWAY_ROLES: 'cook' });
  for (const name of ['PORT', 'SECRET_KEY', 'DATABASE_URL', 'GATEWAY_ROLES']) {
    expect(read).toThrow(name);
  }
});

test('an empty variable counts as unset, as in compose files', () => {
  expect(loadEnv({ ...MIN, REDIS_URL: '', PORT: '', GATEWAY_ROLES: '' })).toMatchObject({
    redisUrl: null,
    port: 3000,
  });
});

test('an incomplete group of variables is rejected', () => {
  expect(() => loadEnv({ ...MIN, S3_ENDPOINT: 'http://s3:8333' })).toThrow('S3_ACCESS_KEY, S3_SECRET_KEY');
  expect(() => loadEnv({ ...MIN, PROMO_END: '2030-01-01' })).toThrow('PROMO_DISCOUNT');
});

test.each([
  ['BLOCKED_IPS', '203.0.113.0/33'],
  ['BLOCKED_IPS', 'example.org'],
  ['BLOCKED_IPS', '10.0.0.1,2001:db8::/129'],
  ['GTM_ID', "GTM-1');alert('1"],
  ['HELP_URL', 'javascript:alert(1)'],
])('%s rejects %s', (name, value) => {
  expect(() => loadEnv({ ...MIN, [name]: value })).toThrow(name);
});

test('addresses of other sites may contain the language, and blocked addresses may be ranges', () => {
  const env = loadEnv({ ...MIN, HELP_URL: 'https://help.test/{lang}/', BLOCKED_IPS: '10.0.0.0/8, ::1' });
  expect(env.helpUrl).toBe('https://help.test/{lang}/');
  expect(env.blockedIps).toEqual(['10.0.0.0/8', '::1']);
});

test('lists are split and normalized', () => {
  const env = loadEnv({
    ...MIN,
    SECRET_KEY: `${'a'.repeat(32)}, ${'b'.repeat(32)}`,
    OPERATOR_EMAILS: 'Ada@Example.org,',
    GATEWAY_ROLES: 'http,outbox',
    PUBLIC_URL: 'https://diorama.test/',
  });
  expect(env.secretKeys).toEqual(['a'.repeat(32), 'b'.repeat(32)]);
  expect(env.operatorEmails).toEqual(['ada@example.org']);
  expect([...env.gatewayRoles]).toEqual(['http', 'outbox']);
  expect(env.publicUrl).toBe('https://diorama.test');
});

test('all errors are reported in one line', () => {
  const read = () => loadEnv({ PORT: 'x', SECRET_KEY: 'short' });
  expect(read).toThrow(/^The environment is not usable: [^\n]+; [^\n]+$/);
});

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test.each([
  [
    'only some of the keys',
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    'STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET',
  ],
  ['a publishable key as the secret key', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
  ['an invalid webhook secret', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET'],
  ['a test key and a live key', { ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'test or live'],
  ['a PayPal client id without its secret', { PAYPAL_CLIENT_ID: 'a' }, 'PAYPAL_SECRET, PAYPAL_WEBHOOK_ID'],
  ['a value of PAYMENTS other than sandbox', { PAYMENTS: 'stripe' }, 'PAYMENTS'],
])('payments cannot start with %s', (_what, keys, name) => {
  expect(() => loadEnv({ ...MIN, ...keys })).toThrow(name);
});

test.each([
  ['nothing is configured', {}, false],
  ['PAYMENTS is sandbox', { PAYMENTS: 'sandbox' }, true],
  ['PAYMENTS is sandbox and keys are set', { ...STRIPE, PAYMENTS: 'sandbox' }, true],
  ['the installation is the demo', { DIORAMA_DEMO: '1' }, true],
  ['the demo has provider keys', { ...STRIPE, DIORAMA_DEMO: '1' }, false],
])('sandbox payments are on or off when %s: %#', (_where, vars, expected) => {
  expect(loadEnv({ ...MIN, ...vars }).hasSandboxPayments).toBe(expected);
});

const SELLER = { INVOICE_SELLER_NAME: 'Diorama Ltd', INVOICE_SELLER_ADDRESS: '1 Main Street | Dublin' };

test('the seller address is split into lines, and an incomplete seller is rejected', () => {
  expect(loadEnv({ ...MIN, ...SELLER }).seller.address).toEqual(['1 Main Street', 'Dublin']);
  expect(() => loadEnv({ ...MIN, INVOICE_SELLER_NAME: 'A' })).toThrow('INVOICE_SELLER_ADDRESS');
});

test('sandbox payments are allowed with test keys and rejected with live keys', () => {
  const sandbox = { ...MIN, PAYMENTS: 'sandbox' };
  const stripe = { ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  const paypal = { PAYPAL_CLIENT_ID: 'a', PAYPAL_SECRET: 'b', PAYPAL_WEBHOOK_ID: 'c' };
  for (const keys of [stripe, paypal, { ...paypal, PAYPAL_API_URL: 'https://api-m.paypal.com/' }]) {
    expect(() => loadEnv({ ...sandbox, ...keys })).toThrow('PAYMENTS must not be sandbox');
    expect(() => loadEnv({ ...MIN, ...keys })).toThrow('INVOICE_SELLER_NAME');
    expect(loadEnv({ ...MIN, ...keys, ...SELLER, DIORAMA_DEMO: '1' }).hasSandboxPayments).toBe(false);
  }
  const tests = { ...paypal, PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' };
  expect(loadEnv({ ...sandbox, ...tests }).hasSandboxPayments).toBe(true);
});

test('a failpoint is rejected with live payment keys', () => {
  const failpoint = { ...MIN, DIORAMA_FAILPOINT: 'after-charge' };
  expect(loadEnv(failpoint).failpoint).toBe('after-charge');
  expect(loadEnv(MIN).failpoint).toBeNull();
  const stripe = (mode: string) => ({
    STRIPE_SECRET_KEY: `sk_${mode}_1`,
    STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  });
  const paypal = { PAYPAL_CLIENT_ID: 'a', PAYPAL_SECRET: 'b', PAYPAL_WEBHOOK_ID: 'c' };
  expect(loadEnv({ ...failpoint, ...stripe('test') }).failpoint).toBe('after-charge');
  for (const keys of [stripe('live'), paypal]) {
    expect(() => loadEnv({ ...failpoint, ...keys })).toThrow('DIORAMA_FAILPOINT');
  }
  expect(() => loadEnv({ ...MIN, DIORAMA_FAILPOINT: 'anywhere' })).toThrow('DIORAMA_FAILPOINT');
});
