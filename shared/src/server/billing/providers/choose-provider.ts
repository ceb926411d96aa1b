import type { Knex } from '../../db/knex.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Env } from '../../runtime/env.ts';
import { createPayPalProvider } from './paypal.ts';
import type { PaymentProvider, PaymentProviderName } from './provider.ts';
import { createSandboxProvider } from './sandbox.ts';
import { createStripeProvider } from './stripe.ts';

/** Payment providers of this installation, the default first; empty without payments. */
export type Payments = {
  providers: readonly PaymentProvider[];
  /** The provider of that name, or the default without a name; null where there is none. */
  find(name?: string): PaymentProvider | null;
};

/** Stripe and PayPal where their keys are set, the sandbox where it is configured. */
export function choosePayments(options: {
  env: Pick<Env, 'hasSandboxPayments' | 'secretKeys' | 'stripe' | 'paypal'>;
  db: Knex;
  clock: Clock;
}): Payments {
  const { env, db, clock } = options;
  return toPayments([
    ...(env.hasSandboxPayments ? [createSandboxProvider({ db, secretKeys: env.secretKeys, clock })] : []),
    ...(env.stripe === null ? [] : [createStripeProvider({ ...env.stripe, clock })]),
    ...(env.paypal === null ? [] : [createPayPalProvider({ ...env.paypal, clock })]),
  ]);
}

/** Combines providers; the first is the default. */
export function toPayments(providers: readonly PaymentProvider[]): Payments {
  const byName = new Map<string, PaymentProvider>(
    providers.map((provider) => [provider.name satisfies PaymentProviderName, provider]),
  );
  return { providers, find: (name) => (name === undefined ? providers[0] : byName.get(name)) ?? null };
}
