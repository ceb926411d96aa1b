import { type Connection, type Document, isTransactionOrigin } from '@hocuspocus/server';

/** What a client says of a document by the protocol of y-protocols; `type` is the step. */
export type SyncMessage = { connection: Connection; document: Document; type: number; payload: Uint8Array };

/** The connection that a transaction came over; null for one of the server's own. */
export function connectionOf(origin: unknown): Connection | null {
  return isTransactionOrigin(origin) && origin.source === 'connection' ? origin.connection : null;
}
