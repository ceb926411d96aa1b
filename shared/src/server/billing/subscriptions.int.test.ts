import { makePerson } from '@diorama/stack/test/factories.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { describe, expect, it } from 'vitest';
import { PLAN_PRICES } from '../../plans.ts';
import { endSubscriptions } from './subscriptions.queries.ts';

const CANCELLED = 3;

describe('a plan', () => {
  const database = useDatabase();

  /** A workspace on Pro whose period ends in `seconds` seconds. */
  const subscribe = async (seconds: number | null, status = 1) => {
    const { accountId: id } = await makePerson(database.db);
    await database.db.raw(
      `update accounts set plan = 'pro', plan_price = ?, subscription_status = ?,
         plan_expires_at = now() + make_interval(secs => ?) where id = ?`,
      [PLAN_PRICES[0]?.uuid ?? '', status, seconds, id],
    );
    return id;
  };
  const stateOf = (id: string) =>
    database
      .db('accounts')
      .where({ id })
      .first('plan', 'plan_price', 'plan_expires_at', 'subscription_status');
  const FREE = { plan: 'free', plan_price: null, plan_expires_at: null, subscription_status: 1 };
  const end = () => database.db.transaction(endSubscriptions);

  it('ends when its time is over, canceled or not, with one event each', async () => {
    const [over, cancelled] = [await subscribe(-1), await subscribe(-3_600, CANCELLED)];
    const [running, endless] = [await subscribe(3_600, CANCELLED), await subscribe(null)];
    expect(await end()).toBe(2);
    expect([await stateOf(over), await stateOf(cancelled)]).toEqual([FREE, FREE]);
    expect(await stateOf(running)).toMatchObject({ plan: 'pro', subscription_status: CANCELLED });
    expect(await stateOf(endless)).toMatchObject({ plan: 'pro' });
    expect(await end()).toBe(0);
    const events = await database.db('outbox').where({ name: 'subscription.ended' }).pluck('payload');
    expect(events.map(({ accountId }) => accountId).sort()).toEqual([over, cancelled].sort());
    const told = await database
      .db('live_events')
      .where({ topic: 'account', type: 'updated' })
      .pluck('resource_id');
    expect(told.sort()).toEqual([over, cancelled].sort());
  });

  it('that ends restarts the overflow period of a workspace over its limit only', async () => {
    const [over, within] = [await subscribe(-1), await subscribe(-1)];
    const longAgo = database.db.raw(`now() - interval '13 months'`);
    await database.db('accounts').where({ id: over }).update({ overflown_since: longAgo });
    expect(await end()).toBe(2);
    const sinceOf = async (id: string) =>
      (
        await database
          .db('accounts')
          .where({ id })
          .first(database.db.raw("overflown_since > now() - interval '1 hour' as is_new"))
      ).is_new;
    expect([await sinceOf(over), await sinceOf(within)]).toEqual([true, null]);
  });

  it('that has ended is found through an index among many workspaces', async () => {
    const plan = await database.db.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off');
      return trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
        'explain select id from accounts where plan_expires_at <= now() order by plan_expires_at limit 500',
      );
    });
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('accounts_expiring');
  });
});
