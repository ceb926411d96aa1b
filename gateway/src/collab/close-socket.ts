import type { Connection } from '@hocuspocus/server';

/** Why the server ends a socket, as clients see it. */
export const CLOSE_CODES = {
  /** What was sent is no scene, again and again, or was more than an editor says. */
  policy: 1008,
  /** What was sent builds on something that is not here: come back and tell all of it. */
  outOfOrder: 4409,
  /** There is no room in the scene for what was sent. */
  tooLarge: 4413,
  /** A newer socket of the same user took the place of this one. */
  tooManySockets: 4429,
  /** The session has ended. */
  sessionEnded: 4401,
  /** Rights changed: come back and be asked anew. */
  accessChanged: 4403,
} as const;
export type CloseCode = (typeof CLOSE_CODES)[keyof typeof CLOSE_CODES];

/**
 * Ends the socket itself. hocuspocus' own `close` only takes the client out of the document, and the client, which
 * hears of it but stays connected, would go on showing a scene that it is no longer part of.
 */
export function closeSocket(connection: Connection, code: CloseCode): void {
  connection.webSocket.close(code, String(code));
}
