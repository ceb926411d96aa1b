import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  HOLD_REASONS,
  holdReasonOf,
  isInGroup,
  ORDER_GROUPS,
  ORDER_STATUS,
  type OrderFacts,
  type OrderGroup,
} from '../../domain/order.ts';
import { createDb, type Knex } from '../db/knex.ts';
import { isInGroupSql } from './order-row.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(database.url, { name: 'test', max: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const AT = '2026-01-01T00:00:00.000Z';

/** An order with every combination of the facts. */
function everyOrder(): OrderFacts[] {
  const bits = ['renewal', 'active', 'superseded', 'ref', 'paid', 'closed', 'taken', 'refused'] as const;
  return Object.values(ORDER_STATUS).flatMap((status) =>
    Array.from({ length: 2 ** bits.length }, (_, number) => {
      const is = (bit: (typeof bits)[number]) => ((number >> bits.indexOf(bit)) & 1) === 1;
      return {
        status,
        kind: is('renewal') ? 'renewal' : 'purchase',
        is_active: is('active'),
        is_superseded: is('superseded'),
        provider_ref: is('ref') ? 'ref' : null,
        paid_at: is('paid') ? AT : null,
        closed_at: is('closed') ? AT : null,
        taken_amount: is('taken') ? 1 : null,
        refund_refused_at: is('refused') ? AT : null,
      };
    }),
  );
}

const orders = everyOrder();
const groups = Object.keys(ORDER_GROUPS) as OrderGroup[];

it.each(groups)('the order group %s has the same orders in SQL', async (group) => {
  const { rows } = await db.raw<{ rows: { at: number }[] }>(
    `select o.at::int from (
       select at, r.* from jsonb_array_elements(?::jsonb) with ordinality as list (row, at)
       cross join lateral jsonb_to_record(list.row) as r (status int, kind text, is_active boolean, is_superseded boolean,
         provider_ref text, paid_at timestamptz, closed_at timestamptz, taken_amount int, refund_refused_at timestamptz)) o
     where ${isInGroupSql(group)} order by o.at`,
    [JSON.stringify(orders)],
  );
  const expected = orders.flatMap((order, at) => (isInGroup(order, group) ? [at + 1] : []));
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(orders.length);
  expect(rows.map(({ at }) => at)).toEqual(expected);
});

it('exactly the held orders have a hold reason', () => {
  const held = orders.filter((order) => isInGroup(order, 'held'));
  expect(orders.filter((order) => holdReasonOf(order) !== null)).toEqual(held);
  expect(new Set(held.map(holdReasonOf))).toEqual(new Set(HOLD_REASONS));
});
