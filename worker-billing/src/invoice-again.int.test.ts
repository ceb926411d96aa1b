import { buffer } from 'node:stream/consumers';
import { refundOrder } from '@diorama/shared/server/billing/refunds.ts';
import { findObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invoiceIssue } from './jobs/invoice-issue.ts';
import { openBillingHarness } from './test/billing-harness.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-world.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());

it.each(['invoice', 'credit-note'])(
  'a lost file is made again with the same content, without a mail: %s',
  async (kind) => {
    const { db, store } = world;
    const payer = await openBillingHarness(world);
    const order = await payer.buy();
    if (kind === 'credit-note') {
      await refundOrder(db, { orderId: order.id, amount: null, userId: payer.userId });
      await world.drain();
    }
    const ofKind = () => db('invoices').where({ account_id: payer.accountId, kind }).first();
    const read = async () => {
      const { document_object: id } = await ofKind();
      const object = await findObject(db, id);
      return buffer((await store.get(object?.key ?? '')).stream);
    };
    const before = { ...(await ofKind()), body: await read() };
    const mails = await db('emails').count();
    // The file is lost, the workspace and its plan have other names, and the installation another seller.
    await db('invoices').where({ id: before.id }).update({ document_object: null });
    await db('accounts').where({ id: payer.accountId }).update({ name: 'Renamed' });
    const seller = { name: 'Another Ltd', address: ['2 Side Street'], taxId: null, email: null, taxRate: 7 };
    const issue = invoiceIssue({ db, store, publicUrl: 'https://diorama.test', seller });
    await issue({ invoiceId: before.id, isRedrawn: true }, jobContext());

    const after = await ofKind();
    expect(after.document_object).not.toBeNull();
    expect({ number: after.number, details: after.details }).toEqual({
      number: before.number,
      details: before.details,
    });
    expect((await read()).equals(before.body)).toBe(true);
    expect(await db('emails').count()).toEqual(mails);
  },
);
