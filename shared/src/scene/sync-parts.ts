import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { splitUpdate } from './update-parts.ts';

/** What a client sends in one message at most, in bytes; a gateway takes a few times as much. */
export const SYNC_PART_BYTES = 250_000;

/** The numbers of the hocuspocus protocol for messages that carry an update. */
const MESSAGE = { sync: 0, syncReply: 4 } as const;
const SYNC = { step2: 1, update: 2 } as const;

/**
 * A message for `/collab` as messages of a size that a gateway takes: one that carries a large update becomes several with
 * a part each, everything else stays as it is. So it does not matter whether much was edited at once or while offline.
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
    // The last says that nothing is missing any more.
    encoding.writeVarUint(encoder, at === length - 1 ? step : SYNC.update);
    encoding.writeVarUint8Array(encoder, update);
    return encoding.toUint8Array(encoder);
  });
}
