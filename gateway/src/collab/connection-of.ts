import { type Connection, type Document, isTransactionOrigin } from '@hocuspocus/server';

/** A message of the y-protocols sync protocol; `type` is its step. */
export type SyncMessage = { connection: Connection; document: Document; type: number; payload: Uint8Array };

/** The connection of a transaction; null for one of the server. */
export function connectionOf(origin: unknown): Connection | null {
  return isTransactionOrigin(origin) && origin.source === 'connection' ? origin.connection : null;
}
