import { type Connection, isTransactionOrigin } from '@hocuspocus/server';

/** The connection that a transaction came over; null for one of the server's own. */
export function connectionOf(origin: unknown): Connection | null {
  return isTransactionOrigin(origin) && origin.source === 'connection' ? origin.connection : null;
}
