import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';

/** Number of awareness messages in the protocol. */
const AWARENESS = 1;

/** Encodes a message with presence states of several client ids, as a hostile client sends it. */
export function encodePresence(scene: string, clients: readonly number[], clock = 1): Uint8Array {
  const awareness = new Awareness(new Y.Doc());
  for (const client of clients) {
    awareness.states.set(client, { cursor: [client, clock, 0] });
    awareness.meta.set(client, { clock, lastUpdated: 0 });
  }
  const update = encodeAwarenessUpdate(awareness, [...clients]);
  awareness.destroy();
  const name = `composition.${scene}`;
  const length = update.length < 128 ? [update.length] : [(update.length & 127) | 128, update.length >> 7];
  return Uint8Array.from([name.length, ...Buffer.from(name), AWARENESS, ...length, ...update]);
}
