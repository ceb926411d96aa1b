import { PLAN_NAMES, PLANS, REFERRAL_BONUS, REFERRAL_CAP } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';

/**
 * Start of the overdue period for a workspace that becomes Free: time on a paid plan does not count towards
 * the year. {@link recordOverflows} determines whether it exceeds its plan.
 */
export const OVERFLOW_RESTARTED = 'case when overflown_since is not null then now() end';

/** Records since when each workspace exceeds its plan, and clears it for the others. */
export async function recordOverflows(trx: Knex): Promise<void> {
  const limits = PLAN_NAMES.map((name) => {
    const { storage, maxScenes } = PLANS[name].features;
    return `('${name}', ${storage}::bigint, ${maxScenes}::bigint)`;
  });
  await trx.raw(
    `with limits (plan, storage, scenes) as (values ${limits.join(', ')}),
     held as (
       select a.id, a.storage_used > l.storage + least(a.referral_joined::bigint * ${REFERRAL_BONUS}, ${REFERRAL_CAP})
         or (select count(*) from compositions c where c.account_id = a.id and c.deleted_at is null) > l.scenes as is_over
       from accounts a join limits l on l.plan = a.plan)
     update accounts a set overflown_since = case when h.is_over then now() end
     from held h where h.id = a.id and h.is_over <> (a.overflown_since is not null)`,
  );
}

/**
 * Claims the daily mail to the owner of a scene's workspace, so that only one of several concurrent requests
 * sends it.
 */
export async function claimOverflowNotice(trx: Knex, sceneId: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `update compositions set overflow_notified_at = now()
     where id = ? and (overflow_notified_at is null or overflow_notified_at <= now() - interval '1 day')
     returning id`,
    [sceneId],
  );
  return rows.length > 0;
}
