import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './env.ts';

const LIVE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

it.each([
  ['half of a provider’s keys', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
  ['a key that cannot be one', { PAYPAL_SECRET: 'a b' }, 'PAYPAL_SECRET'],
  ['test cards beside a key for real money', { ...LIVE, PAYMENTS: 'sandbox' }, 'PAYMENTS'],
  ['real money without a seller', LIVE, 'INVOICE_SELLER_NAME'],
  ['a proxy that is no address', { TRUSTED_PROXIES: 'balancer' }, 'TRUSTED_PROXIES'],
])('a start with %s ends with one clear line, before any process starts', (_what, vars, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'diorama-refusal-'));
  const dataDir = join(folder, 'data');
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(PROJECT_ROOT, 'stack/src/main.ts')], {
    env: { PATH: process.env.PATH, DIORAMA_DATA_DIR: dataDir, PORT: '65000', ...vars },
    encoding: 'utf8',
  });
  const isStarted = existsSync(dataDir);
  rmSync(folder, { recursive: true, force: true });
  expect([status, isStarted, stdout]).toEqual([1, false, '']);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(name)]);
});
