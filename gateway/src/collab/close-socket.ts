import type { Connection } from '@hocuspocus/server';

/** Close codes of `/collab`, as clients see them. */
export const CLOSE_CODES = {
  /** Invalid behaviour of a client: an invalid scene several times, or the presence of another client. */
  policy: 1008,
  /** An update depends on missing content: connect again and synchronise. */
  outOfOrder: 4409,
  /** The message, the presence or the scene would be too large. */
  tooLarge: 4413,
  /** A newer socket of the same user replaced this one. */
  tooManySockets: 4429,
  /** The session has ended. */
  sessionEnded: 4401,
  /** Rights changed: connect again and authenticate. */
  accessChanged: 4403,
} as const;
export type CloseCode = (typeof CLOSE_CODES)[keyof typeof CLOSE_CODES];

/** Reasons in the close frame, at most 123 bytes. Denied authentications have the same reasons. */
export const CLOSE_REASONS = {
  'message-invalid': 'The message is malformed, or of a type that clients do not send',
  'message-too-large': 'The message is larger than 1 MB: send updates in parts',
  'presence-too-large': 'The presence is larger than 64 kB',
  'foreign-client-id': 'The presence is that of another client id than the one of this socket',
  'document-too-large':
    'The scene has no room for the update: at most 20,000 nodes, 5,000 materials and 10 MB',
  'document-invalid': 'Several updates were not valid parts of a scene',
  'too-many-authors': 'The update has more authors or conflicts than an editor makes',
  'too-many-reads': 'The whole document was requested too often',
  'session-multiplexed': 'Several sessions of one document over one socket are not supported',
  'out-of-order': 'The update builds on something that the server does not have: connect again',
  'too-many-documents': 'Too many documents over one socket',
  'too-many-sockets': 'A newer connection of the same user took the place of this one',
  'session-ended': 'The session has ended',
  'access-changed': 'The rights have changed: connect again',
} as const;
export type CloseReason = keyof typeof CLOSE_REASONS;

/**
 * Closes the socket itself. hocuspocus' own `close` only takes the client out of the document, and the client would go on
 * showing a scene that it is no longer part of.
 */
export function closeSocket(connection: Connection, code: CloseCode, reason: CloseReason): void {
  connection.context?.socket?.noteRefusal(connection.document.name, reason);
  connection.webSocket.close(code, CLOSE_REASONS[reason]);
}
