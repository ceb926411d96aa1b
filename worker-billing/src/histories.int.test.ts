// @module-tag full
import { toPayments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingWorld, startBillingWorld } from './test/billing-world.ts';
import { checkHistory } from './test/check-history.ts';
import { beginHistory, resolveHeld, settleAll, takeStep } from './test/history.ts';
import { type Step, step } from './test/history-steps.ts';
import { createModelProvider } from './test/model-provider.ts';

const HISTORIES = 1_000;
/** Histories of steps that once revealed a bug. */
const FOUND: [Step[], number][] = [
  [
    // Two years of one plan, another plan, and the first one again. Only credit is left of the two years.
    [
      { do: 'order', price: 3, hasCode: false },
      { do: 'pay', order: 0, isGood: true },
      { do: 'tick' },
      { do: 'order', price: 3, hasCode: true },
      { do: 'order', price: 0, hasCode: false },
      { do: 'order', price: 3, hasCode: false },
      { do: 'refund', order: 3, amount: null },
    ],
    100,
  ],
  [
    // A different amount was captured and refunded before an operator accepted it. The code of the order is
    // free again.
    [
      { do: 'order', price: 0, hasCode: true },
      { do: 'tamper', order: 0 },
      { do: 'pay', order: 0, isGood: true },
      { do: 'refund-outside', order: 0, amount: 1_049 },
    ],
    30,
  ],
];

describe('any sequence of billing events', () => {
  const provider = createModelProvider();
  let world: BillingWorld;
  beforeAll(async () => {
    world = await startBillingWorld({ payments: toPayments([provider]), hasDocuments: false });
  });
  afterAll(() => world.close());

  it('never charges twice or without a plan, gives no plan unpaid, and keeps the books balanced', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.constantFrom(30, 100),
        async (steps, percentage) => {
          const history = await beginHistory(world, provider, percentage);
          for (const next of steps) {
            await takeStep(history, next);
          }
          await settleAll(history);
          await resolveHeld(history);
          await checkHistory(history);
        },
      ),
      { numRuns: HISTORIES, examples: FOUND },
    );
    const numbers: string[] = await world.db('invoices').orderBy('number').pluck('number');
    for (const series of ['INV', 'CN']) {
      const taken = numbers
        .filter((number) => number.startsWith(series))
        .map((number) => Number(number.split('-').at(-1)));
      expect(taken).toEqual(taken.map((_, place) => place + 1));
    }
  }, 1_800_000);
});
