import type { UserRow } from '@diorama/shared/server/db/read-models/person-json.ts';
import type { SceneSocket } from './scene-socket.ts';
import type { Holder } from './socket-rights.ts';

/**
 * The context of a connection. `heard` is the number of changed rights before it was authorized, `form` the form of documents
 * that its editor writes; `replaces` is for changes of the gateway itself.
 */
export type CollabContext = Holder & {
  person: UserRow | null;
  heard: number;
  form: number;
  socket: SceneSocket | null;
  replaces?: boolean;
};
