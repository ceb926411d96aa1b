import type { Clock } from '../clock.ts';
import type { Knex } from '../db/knex.ts';
import type { Env } from '../env.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandboxProvider } from './sandbox.ts';

/** Whoever takes money for this installation; null where nobody does. */
export function choosePaymentProvider(options: {
  env: Pick<Env, 'hasSandboxPayments' | 'secretKeys'>;
  db: Knex;
  clock: Clock;
}): PaymentProvider | null {
  const { env, db, clock } = options;
  return env.hasSandboxPayments ? createSandboxProvider({ db, secretKeys: env.secretKeys, clock }) : null;
}
