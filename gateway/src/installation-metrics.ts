import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  type InstallationFigures,
  readInstallationFigures,
} from '@diorama/shared/server/operations/installation-figures.queries.ts';
import type { Env } from '@diorama/shared/server/runtime/env.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { Gauge, type Registry } from 'prom-client';

/** Metrics of the whole installation by figure; every gateway reports the same values. */
const METRICS: Record<keyof InstallationFigures, { name: string; help: string }> = {
  outbox_waiting: { name: 'diorama_outbox_waiting', help: 'Events whose jobs are not in a queue yet' },
  outbox_age: { name: 'diorama_outbox_age_seconds', help: 'Age of the oldest waiting event' },
  refused_events: { name: 'diorama_events_refused', help: 'Events that this release cannot read' },
  parked_jobs: { name: 'diorama_jobs_parked', help: 'Jobs that failed for good and wait for an operator' },
  held_orders: { name: 'diorama_orders_held', help: 'Orders that wait for an operator' },
  backup_age: {
    name: 'diorama_backup_age_seconds',
    help: 'Time since the last whole backup, or since the first was due',
  },
  rehearsal_age: {
    name: 'diorama_rehearsal_age_seconds',
    help: 'Time since a backup was last restored as a test, or since the first backup was due',
  },
};

/** Adds the metrics of the installation, which are read from the database when they are scraped. */
export function measureInstallation(deps: {
  db: Knex;
  env: Pick<Env, 'backup'>;
  logger: Logger;
  metrics: Registry;
}): void {
  const { db, env, logger, metrics } = deps;
  let reading: Promise<InstallationFigures | null> | null = null;
  const read = () => {
    // One statement for all metrics of a scrape.
    reading ??= readInstallationFigures(db, { isBackedUp: env.backup !== null })
      .catch((err: unknown) => {
        logger.warn({ err }, 'installation metrics could not be read');
        return null;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  for (const [figure, { name, help }] of Object.entries(METRICS)) {
    new Gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        const value = (await read())?.[figure as keyof InstallationFigures] ?? null;
        if (value === null) {
          this.remove();
        } else {
          this.set(value);
        }
      },
    });
  }
}
