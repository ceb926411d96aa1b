import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { splitUpdate } from './update-parts.ts';

/** Maximum bytes of one client message; a gateway accepts a few times as much. */
export const SYNC_PART_BYTES = 250_000;

/** Hocuspocus message types that carry an update. */
const MESSAGE = { sync: 0, syncReply: 4 } as const;
const SYNC = { step2: 1, update: 2 } as const;

/**
 * Splits a message for `/collab` into messages of an accepted size. A large update becomes several messages
 * with a part each; other messages are returned unchanged. So large edits and long offline sessions work too.
 */
export function syncParts(message: Uint8Array, maxBytes: number = SYNC_PART_BYTES): Uint8Array[] {
  if (message.length <= maxBytes) {
    return [message];
  }
  const decoder = decoding.createDecoder(message);
  const address = decoding.readVarString(decoder);
  const type = decoding.readVarUint(decoder);
  if (type !== MESSAGE.sync && type !== MESSAGE.syncReply) {
    return [message];
  }
  const step = decoding.readVarUint(decoder);
  if (step !== SYNC.step2 && step !== SYNC.update) {
    return [message];
  }
  return splitUpdate(decoding.readVarUint8Array(decoder), maxBytes).map((update, at, { length }) => {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, address);
    encoding.writeVarUint(encoder, MESSAGE.sync);
    // The last message keeps the step that marks the sync as complete.
    encoding.writeVarUint(encoder, at === length - 1 ? step : SYNC.update);
    encoding.writeVarUint8Array(encoder, update);
    return encoding.toUint8Array(encoder);
  });
}
