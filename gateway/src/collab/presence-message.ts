import { IncomingMessage, MessageType } from '@hocuspocus/server';

/** More clients than these are in no scene. */
const MAX_CLIENTS = 2_000;
/** The step of an authentication in which a client sends its token. */
const TOKEN = 0;

/** The document and the type of a protocol message. */
export type Envelope = { documentName: string; type: number };

/** The envelope of a protocol message; null for a malformed one. */
export function readEnvelope(message: Uint8Array): Envelope | null {
  try {
    const incoming = new IncomingMessage(message);
    return { documentName: incoming.readVarString(), type: incoming.readVarUint() };
  } catch {
    return null;
  }
}

/** Whether an authentication has a token, and behind it only the version of the provider. */
export function hasToken(message: Uint8Array): boolean {
  try {
    const incoming = new IncomingMessage(message);
    incoming.readVarString();
    incoming.readVarUint();
    const isToken = incoming.readVarUint() === TOKEN;
    incoming.readVarString();
    if (incoming.decoder.pos < message.length) {
      incoming.readVarString();
    }
    return isToken;
  } catch {
    return false;
  }
}

/** A client that has a state in an awareness update; the larger clock is the newer state. */
export type PresentClient = { client: number; clock: number };

/**
 * The clients with an awareness state in a message.
 * @returns null for a message that is not about awareness
 * @throws Error for a malformed message
 */
export function readClientsOfMessage(message: Uint8Array): PresentClient[] | null {
  const incoming = new IncomingMessage(message);
  incoming.readVarString();
  return incoming.readVarUint() === MessageType.Awareness ? readClients(incoming.readVarUint8Array()) : null;
}

/**
 * The clients of which an awareness update has a state, without parsing the states. `null` states, by which providers
 * announce that others are gone, are left out.
 * @throws Error for an update that cannot be read
 */
export function readClients(update: Uint8Array): PresentClient[] {
  const reader = new IncomingMessage(update);
  const count = reader.readVarUint();
  if (count > MAX_CLIENTS) {
    throw new Error('The presence is that of too many clients');
  }
  const clients: PresentClient[] = [];
  for (let at = 0; at < count; at += 1) {
    const client = reader.readVarUint();
    const clock = reader.readVarUint();
    if (reader.readVarString() !== 'null') {
      clients.push({ client, clock });
    }
  }
  return clients;
}
