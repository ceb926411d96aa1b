import { collabUrl } from '@diorama/shared/scene/collab-url.ts';
import { SCENE_FORM } from '@diorama/shared/scene/defaults.ts';
import { syncParts } from '@diorama/shared/scene/sync-parts.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import * as Y from 'yjs';

/** One person's browser with a scene open. */
export type TestClient = {
  ydoc: Y.Doc;
  provider: HocuspocusProvider;
  /** Clocks confirmed as durable by the server, by author. */
  durable: ReadonlyMap<number, number>;
  /** Other messages of the server, in order. */
  messages: { type: string; [key: string]: unknown }[];
  isSynced: () => boolean;
  /** Whether the server confirmed that all edits of this browser are stored. */
  isDurable: () => boolean;
  refusal: () => string | null;
  scope: () => string | null;
  /** The codes of the closed sockets, and their reasons. */
  closed: number[];
  reasons: string[];
  close: () => void;
};

/** Sends as the editor does. */
export class ChunkingSocket extends HocuspocusProviderWebsocket {
  override send(message: Uint8Array): void {
    for (const part of syncParts(message)) {
      super.send(part);
    }
  }
}

/**
 * Opens a scene as the editor does.
 * @param url of the gateway, `http://…`
 * @param means - the document that the browser has already, the socket, and the document form that the
 * editor writes
 */
export function joinScene(
  url: string,
  sceneId: string,
  token: string,
  {
    ydoc = new Y.Doc(),
    Socket = ChunkingSocket,
    form = SCENE_FORM,
  }: { ydoc?: Y.Doc | undefined; Socket?: typeof ChunkingSocket; form?: number } = {},
): TestClient {
  sceneRoots(ydoc);
  const websocketProvider = new Socket({ url: collabUrl(url, sceneId, form) });
  const durable = new Map<number, number>();
  const messages: TestClient['messages'] = [];
  const closed: number[] = [];
  const reasons: string[] = [];
  let refusal: string | null = null;
  let scope: string | null = null;
  const provider = new HocuspocusProvider({
    websocketProvider,
    name: `composition.${sceneId}`,
    document: ydoc,
    token,
    onAuthenticationFailed: ({ reason }) => {
      refusal = reason;
    },
    onAuthenticated: (data) => {
      scope = data?.scope ?? null;
    },
    onStateless: ({ payload }) => {
      const message = JSON.parse(payload);
      messages.push(message);
      if (message.type === 'stored') {
        for (const [author, clock] of Y.decodeStateVector(Buffer.from(message.state, 'base64'))) {
          durable.set(author, Math.max(durable.get(author) ?? 0, clock));
        }
      }
    },
    onClose: ({ event }) => {
      closed.push(event.code);
      reasons.push(event.reason);
    },
  });
  provider.attach();
  return {
    ydoc,
    provider,
    durable,
    messages,
    isSynced: () => provider.synced,
    isDurable: () => (durable.get(ydoc.clientID) ?? 0) >= Y.getState(ydoc.store, ydoc.clientID),
    refusal: () => refusal,
    scope: () => scope,
    closed,
    reasons,
    close: () => {
      provider.destroy();
      websocketProvider.destroy();
    },
  };
}
