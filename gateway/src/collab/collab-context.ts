import { isOwnUuid } from '@diorama/shared/domain/uuid.ts';
import type { UserRow } from '@diorama/shared/server/people/person-json.ts';
import { type Connection, type Document, isTransactionOrigin } from '@hocuspocus/server';
import type { SceneSocket } from './scene-socket.ts';
import type { Holder } from './socket-rights.ts';

const NAME_PREFIX = 'composition.';

/** Bus channel for the numbers of stored scene updates: `<gateway>:<scene>:<numbers>`. */
export const STORED_CHANNEL = 'composition-stored';

/** Bus channel for the users in a scene: gateway id, scene id, then the user ids. */
export const PRESENCE_CHANNEL = 'composition-presence';

/** Bus channel for pieces of awareness updates. */
export const AWARENESS_CHANNEL = 'composition-awareness';

/** A message of the y-protocols sync protocol; `type` is its step. */
export type SyncMessage = { connection: Connection; document: Document; type: number; payload: Uint8Array };

/**
 * The context of a connection. `rightsVersion` is the number of rights changes received before it was authorized.
 * `form` is the document form that its editor writes. `replaces` marks changes of the gateway.
 */
export type CollabContext = Holder & {
  person: UserRow | null;
  rightsVersion: number;
  form: number;
  socket: SceneSocket | null;
  replaces?: boolean;
};

/** The connection of a transaction; null for one of the server. */
export function connectionOf(origin: unknown): Connection | null {
  return isTransactionOrigin(origin) && origin.source === 'connection' ? origin.connection : null;
}

/** Name of a scene's document in the protocol. */
export function sceneName(compositionId: string): string {
  return NAME_PREFIX + compositionId;
}

/** The scene of a document. @throws Error for other names. */
export function sceneIdOf(documentName: string): string {
  const id = documentName.slice(NAME_PREFIX.length);
  if (!documentName.startsWith(NAME_PREFIX) || !isOwnUuid(id)) {
    throw new Error('There is no such scene');
  }
  return id;
}
