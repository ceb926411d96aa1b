import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { sumOf } from '@diorama/shared/server/operations/backup/checksums.ts';
import { countStorage } from '@diorama/shared/server/storage/storage.queries.ts';
import { expect } from 'vitest';

type Column = { table: string; column: string };

/** Checks the references that no foreign key checks, and that every object is held by the row that names it. */
export async function checkReferences(db: Knex): Promise<void> {
  const objects = await columnsLike(db, { name: '%\\_object', type: 'uuid' });
  const lists = await columnsLike(db, { name: '%\\_objects', type: 'ARRAY' });
  expect(objects.length).toBeGreaterThan(10);
  for (const { table, column } of [...objects, ...lists]) {
    const ids = lists.some((list) => list.table === table && list.column === column)
      ? `unnest(t.??)`
      : 't.??';
    const unheld = await db.raw(
      `select t.id, held.object_id from ?? t cross join lateral (select ${ids} as object_id) held
       where held.object_id is not null and not exists (
         select 1 from object_refs r join objects o on o.id = r.object_id
         where r.held_by = ? and r.holder_id = t.id and r.place = ? and r.object_id = held.object_id)`,
      [table, column, table, column],
    );
    expect([table, column, unheld.rows]).toEqual([table, column, []]);
  }
  for (const table of await db('object_refs').distinct('held_by').pluck('held_by')) {
    const lost = await db('object_refs as r')
      .leftJoin(`${table} as t`, 't.id', 'r.holder_id')
      .where('r.held_by', table)
      .whereNull('t.id')
      .pluck('r.holder_id');
    expect([table, lost]).toEqual([table, []]);
  }
  // The files that a document names are held for its scene, and have their originals.
  const dangling = await db.raw(
    `select d.composition_id, named.id from composition_documents d
     cross join lateral unnest(named_assets(d.document::text)) as named (id)
     where not exists (
       select 1 from composition_assets e join assets a on a.id = e.asset_id
       where e.composition_id = d.composition_id and e.asset_id = named.id and a.original_object is not null)`,
  );
  expect(dangling.rows).toEqual([]);
}

async function columnsLike(db: Knex, { name, type }: { name: string; type: string }): Promise<Column[]> {
  return db('information_schema.columns as c')
    .join('information_schema.tables as t', {
      't.table_name': 'c.table_name',
      't.table_schema': 'c.table_schema',
    })
    .where({ 'c.table_schema': 'public', 'c.data_type': type, 't.table_type': 'BASE TABLE' })
    .whereLike('c.column_name', name)
    .select('c.table_name as table', 'c.column_name as column');
}

/** Checks the bytes of all objects against their rows, and the used storage of all workspaces. */
export async function checkObjects(db: Knex, store: ObjectStore): Promise<void> {
  const rows = await db('objects').select('key', 'size', db.raw(`encode(sha256, 'hex') as sha256`));
  const found: { key: string; size: number; sha256: string }[] = [];
  for await (const { key, size } of store.list('')) {
    found.push({ key, size, sha256: await sumOf((await store.get(key)).stream) });
  }
  const byKey = (list: readonly { key: string }[]) => list.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  expect(byKey(found)).toEqual(byKey(rows));
  for (const { id, storage_used: used } of await db('accounts').select('id', 'storage_used')) {
    expect([id, used]).toEqual([id, await countStorage(db, id)]);
  }
}

/** Checks that paid orders, payments, invoices and their numbers fit each other. @returns the number of invoices */
export async function checkBooks(db: Knex): Promise<number> {
  const payments = await db('sandbox_payments').select('id', 'reference', 'state', 'amount');
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]));
  const orders = await db('orders').select('id', 'status', 'provider_ref', 'total_amount', 'is_active');
  const invoices = await db('invoices')
    .orderBy('number')
    .select('order_id', 'number', 'amount', 'transaction_id');
  for (const { id, status, provider_ref: ref, total_amount: amount, is_active: isActive } of orders) {
    if (ref !== null) {
      expect(paymentOf.get(ref), `payment of order ${id}`).toMatchObject({ reference: id, amount });
    }
    const isPaid = status === ORDER_STATUS.paid;
    expect([id, isActive]).toEqual([id, isPaid]);
    const own = invoices.filter(({ order_id: order }) => order === id);
    expect(own, `invoices of order ${id}`).toMatchObject(isPaid ? [{ amount, transaction_id: ref }] : []);
    if (isPaid) {
      expect(paymentOf.get(ref)?.state).toBe('succeeded');
    }
  }
  expect(invoices.length).toBe(orders.filter(({ status }) => status === ORDER_STATUS.paid).length);
  // The numbers have no gaps, and the next invoice gets the next one.
  expect(invoices.map(({ number }) => Number(number.split('-').at(-1)))).toEqual(
    invoices.map((_, at) => at + 1),
  );
  expect(await db('invoice_counters').pluck('last')).toEqual(invoices.length > 0 ? [invoices.length] : []);
  for (const { plan, last_order: last } of await db('accounts')
    .whereNotNull('last_order')
    .select('plan', 'last_order')) {
    expect([plan, orders.find(({ id }) => id === last)?.status]).toEqual(['pro', ORDER_STATUS.paid]);
  }
  return invoices.length;
}
