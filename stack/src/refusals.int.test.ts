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
  ['only some of a provider’s keys', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
  ['a malformed key', { PAYPAL_SECRET: 'a b' }, 'PAYPAL_SECRET'],
  ['sandbox payments next to a live key', { ...LIVE, PAYMENTS: 'sandbox' }, 'PAYMENTS'],
  ['live payments without an invoice seller', LIVE, 'INVOICE_SELLER_NAME'],
  ['a trusted proxy that is not an address', { TRUSTED_PROXIES: 'balancer' }, 'TRUSTED_PROXIES'],
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
