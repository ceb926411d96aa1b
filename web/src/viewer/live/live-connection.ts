import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { LiveDocument, type SceneChange } from '@diorama/shared/scene/live-document.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import * as Y from 'yjs';
import { readShown, type Shown } from './read-shown.ts';

/** What a visitor's connection to a live scene is made with. */
export type LiveConnectionOptions = {
  uuid: string;
  token: string;
  /** The scene is another one now; `change` is left out when all of it may be. */
  onDocument: (document: SceneDocument, change?: SceneChange) => void;
  /** Somebody leads visitors elsewhere; null when nobody does. */
  onShown: (shown: Shown | null) => void;
};

/** Follows a scene as it is edited. A visitor says nothing: neither edits nor who or where they are. */
export class LiveConnection {
  readonly #live: LiveDocument;
  readonly #ydoc = new Y.Doc();
  readonly #socket: HocuspocusProviderWebsocket;
  readonly #provider: HocuspocusProvider;
  #isSynced = false;

  constructor({ uuid, token, onDocument, onShown }: LiveConnectionOptions) {
    sceneRoots(this.#ydoc);
    this.#live = new LiveDocument(this.#ydoc);
    this.#live.subscribe((document, change) => this.#isSynced && onDocument(document, change));
    this.#socket = new HocuspocusProviderWebsocket({ url: collabUrl(window.location) });
    this.#provider = new HocuspocusProvider({
      websocketProvider: this.#socket,
      name: `composition.${uuid}`,
      document: this.#ydoc,
      awareness: null,
      token,
      onSynced: () => {
        if (!this.#isSynced) {
          this.#isSynced = true;
          onDocument(this.#live.document);
        }
      },
      onStateless: ({ payload }) => {
        const shown = readShown(payload);
        if (shown !== 'other') {
          onShown(shown);
        }
      },
      onStatus: ({ status }) => status !== 'connected' && onShown(null),
      // The link is not live any more: what was seen last stays.
      onAuthenticationFailed: () => {
        this.#socket.disconnect();
        onShown(null);
      },
    });
    this.#provider.attach();
  }

  dispose(): void {
    this.#provider.destroy();
    this.#socket.destroy();
    this.#live.dispose();
    this.#ydoc.destroy();
  }
}

function collabUrl({ protocol, host }: Location): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/collab`;
}
