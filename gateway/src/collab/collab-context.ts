import type { UserRow } from '@diorama/shared/server/people/person-json.ts';
import type { SceneSocket } from './scene-socket.ts';
import type { Holder } from './socket-rights.ts';

/**
 * The context of a connection. `heard` is the number of rights changes received before it was authorized.
 * `form` is the document form that its editor writes. `replaces` marks changes of the gateway.
 */
export type CollabContext = Holder & {
  person: UserRow | null;
  heard: number;
  form: number;
  socket: SceneSocket | null;
  replaces?: boolean;
};
