import { isInGroupSql } from '../billing/order-row.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import { BACKUPS_SINCE_SQL, type BackupRunKind } from './backup-runs.queries.ts';

/** Figures of an installation that monitoring follows; ages in seconds, null where there is nothing of the kind. */
export type InstallationFigures = {
  outbox_waiting: number;
  outbox_age: number;
  refused_events: number;
  parked_jobs: number;
  held_orders: number;
  backup_age: number | null;
  rehearsal_age: number | null;
};

/**
 * Reads the figures in one statement.
 * @param options.isBackedUp - whether backups are configured; the age of one that was never whole is counted then
 */
export async function readInstallationFigures(
  db: Knex,
  { isBackedUp }: { isBackedUp: boolean },
): Promise<InstallationFigures> {
  const age = (kind: BackupRunKind) => {
    const wholeAt = `(select max(finished_at) from backup_runs where kind = '${kind}' and failure is null)`;
    const from = isBackedUp ? `coalesce(${wholeAt}, ${BACKUPS_SINCE_SQL})` : wholeAt;
    return `extract(epoch from clock_timestamp() - ${from})::float8`;
  };
  const [row] = await readQuery<InstallationFigures>(
    db,
    `installation-figures${isBackedUp ? '-with-backups' : ''}`,
    `select (select count(*) from outbox)::int as outbox_waiting,
       coalesce((select greatest(0, extract(epoch from clock_timestamp() - created_at))
         from outbox order by id limit 1), 0)::float8 as outbox_age,
       (select count(*) from outbox_refused)::int as refused_events,
       (select count(*) from job_parked)::int as parked_jobs,
       (select count(*) from orders o where ${isInGroupSql('held')})::int as held_orders,
       ${age('backup')} as backup_age,
       ${age('rehearsal')} as rehearsal_age`,
    [],
  );
  if (!row) {
    throw new Error('The database did not answer');
  }
  return row;
}
