import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { makePerson } from '@diorama/stack/test/factories.ts';
import { expect, it } from 'vitest';
import { uuidv7 } from '../../runtime/ids.ts';
import { createDb } from '../knex.ts';
import { migrate } from '../migrate.ts';
import { moneyInFlight } from './0033-money-in-flight.ts';
import { migrations } from './index.ts';

it('closes what was over long before, and leaves what may still be paid', async () => {
  const database = await createTestDatabase(null);
  const db = createDb(database.url, { name: 'money-in-flight-test' });
  await migrate(database.url, migrations.slice(0, migrations.indexOf(moneyInFlight)));
  const { accountId } = await makePerson(db);
  const create = async (status: number, days: number) => {
    const id = uuidv7();
    await db('orders').insert({
      id,
      account_id: accountId,
      plan_price: uuidv7(),
      amount: 5_000,
      total_amount: 5_000,
      months: 1,
      status,
      provider: 'sandbox',
      provider_ref: id,
      paid_at: status === 1 ? db.fn.now() : null,
      created_at: db.raw('now() - make_interval(days => ?)', [days]),
    });
    return id;
  };
  const over = [await create(2, 3), await create(6, 400)];
  await create(2, 1);
  await create(6, 1);
  await create(0, 3);
  await create(1, 3);
  await migrate(database.url);
  const closed = await db('orders').whereNotNull('closed_at').pluck('id');
  expect(closed.toSorted()).toEqual(over.toSorted());
  await db.destroy();
  await database.drop();
});
