import type { DomainEvent } from '../../events/index.ts';
import { uuidv7 } from '../ids.ts';
import type { Knex } from './knex.ts';

/**
 * Writes a domain event in the transaction of the rows it tells of; its jobs start once that commits.
 * @returns the event's id.
 */
export async function recordEvent(trx: Knex, event: DomainEvent): Promise<string> {
  const id = uuidv7();
  await trx.raw('insert into outbox (id, name, payload) values (?, ?, ?)', [
    id,
    event.name,
    JSON.stringify(event.payload),
  ]);
  return id;
}

/**
 * Writes many domain events with one statement.
 * @returns their ids, in the same order.
 */
export async function recordEvents(trx: Knex, events: readonly DomainEvent[]): Promise<string[]> {
  if (events.length === 0) {
    return [];
  }
  const ids = events.map(() => uuidv7());
  // One text value is parsed far faster, here and there, than three arrays of escaped elements.
  const rows = events.map((event, at) => ({ id: ids[at], name: event.name, payload: event.payload }));
  await trx.raw(
    `insert into outbox (id, name, payload)
     select id, name, payload from json_to_recordset(?::json) as row (id uuid, name text, payload jsonb)`,
    [JSON.stringify(rows)],
  );
  return ids;
}
