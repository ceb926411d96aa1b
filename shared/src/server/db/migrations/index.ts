import type { Migration } from '../migrate.ts';
import { outboxTables } from './0001-outbox.ts';

/** Every step of the schema in the order in which it is run; steps are only ever added at the end. */
export const migrations: readonly Migration[] = [outboxTables];
