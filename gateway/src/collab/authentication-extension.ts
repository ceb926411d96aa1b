import { findUsers } from '@diorama/shared/server/scenes/compositions.queries.ts';
import type { Extension } from '@hocuspocus/server';
import type { Deps } from '../deps.ts';
import type { CollabContext } from './collab-context.ts';
import { sceneIdOf } from './scene-name.ts';
import { type Holder, holderOf, rightsOf, type SocketRights } from './socket-rights.ts';

/** Authenticates sockets, and asks for rights again that changed meanwhile. */
export function authenticationExtension(deps: Deps, rights: () => SocketRights): Extension<CollabContext> {
  return {
    onAuthenticate: async ({ token, documentName, connectionConfig, context: { socket, form } }) => {
      const { context, canEdit } = await authenticate(deps, token, sceneIdOf(documentName), rights());
      connectionConfig.readOnly = !canEdit;
      const refusal = socket?.enter(documentName, context.userId) ?? null;
      if (refusal !== null) {
        throw Object.assign(new Error('The socket may not open the scene'), { reason: refusal });
      }
      return { ...context, socket, form };
    },
    connected: async ({ connection, context }) => {
      if (context.heard !== rights().heard) {
        await rights().ask(connection);
      }
    },
  };
}

/** Authenticates a client. @throws Error without access; its message is not sent. */
async function authenticate(
  deps: Deps,
  token: string,
  compositionId: string,
  { heard }: SocketRights,
): Promise<{ context: Holder & Pick<CollabContext, 'person' | 'heard'>; canEdit: boolean }> {
  const holder = await holderOf(deps, token, compositionId);
  const rights = holder ? await rightsOf(deps, holder, compositionId) : 'none';
  if (!holder || rights === 'none' || rights === 'session-ended') {
    throw new Error('There is no such scene');
  }
  const [person = null] = holder.userId === null ? [] : await findUsers(deps.db, [holder.userId]);
  return { context: { ...holder, person, heard }, canEdit: rights === 'edit' };
}
