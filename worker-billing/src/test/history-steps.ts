import fc from 'fast-check';

/** Events of a workspace; orders and prices are chosen by index. */
export type Step =
  | { do: 'order'; price: number; hasCode: boolean }
  | { do: 'pay'; order: number; isGood: boolean }
  | { do: 'notice'; order: number; times: number }
  | { do: 'refund'; order: number; amount: number | null }
  | { do: 'refund-outside'; order: number; amount: number }
  | { do: 'tamper'; order: number }
  | { do: 'time-out' }
  | { do: 'pass'; days: number }
  | { do: 'tick' }
  | { do: 'cancel' }
  | { do: 'reactivate' }
  | { do: 'bad-card' }
  | { do: 'work'; mishaps: readonly number[] };

const index = fc.nat(5);
/** Any step, likely ones more often. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('order' as const), price: fc.nat(3), hasCode: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay' as const), order: index, isGood: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('notice' as const),
      order: index,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      order: index,
      amount: fc.option(fc.integer({ min: 1, max: 60_000 }), { nil: null }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refund-outside' as const),
      order: index,
      amount: fc.integer({ min: 1, max: 6_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tamper' as const), order: index }) },
  { weight: 1, arbitrary: fc.constant({ do: 'time-out' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.constantFrom(1, 3, 32, 370) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'tick' as const }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'cancel' as const }, { do: 'reactivate' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'bad-card' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      mishaps: fc.array(fc.nat(3), { maxLength: 6 }),
    }),
  },
);
