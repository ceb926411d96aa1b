import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { LiveDocument, type SceneChange } from '@diorama/shared/scene/live-document.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { HocuspocusProvider, HocuspocusProviderWebsocket, WebSocketStatus } from '@hocuspocus/provider';
import * as Y from 'yjs';
import { NotLive } from './live-calls.ts';
import { readDrags, type ShownDrag } from './read-drags.ts';
import { readShown, type Shown } from './read-shown.ts';

/** What a visitor's connection to a live scene is made with. */
export type LiveConnectionOptions = {
  uuid: string;
  /** Asked anew for each attempt. @throws NotLive to end it. */
  token: () => Promise<string>;
  /** The scene is another one now; `change` is left out when all of it may be. */
  onDocument: (document: SceneDocument, change?: SceneChange) => void;
  /** Somebody leads visitors elsewhere; null when nobody does. */
  onShown: (shown: Shown | null) => void;
  /** People drag these things; none when they have let go. */
  onDrags: (drags: readonly ShownDrag[]) => void;
  /** Nobody is let in any more: what was seen last stays. */
  onOver: () => void;
};

/**
 * A refused attempt is made again after so long, and after twice as long each time up to a few seconds: a database that is
 * back has its visitors back, half of them earlier than others.
 */
const RETRY_MS = 1_000;
const MOST_RETRY_MS = 5_000;

/** Follows a scene as it is edited. A visitor says nothing: neither edits nor who or where they are. */
export class LiveConnection {
  readonly #live: LiveDocument;
  readonly #ydoc = new Y.Doc();
  readonly #socket: HocuspocusProviderWebsocket;
  readonly #provider: HocuspocusProvider;
  #isSynced = false;
  #isOver = false;
  #wait = RETRY_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor({ uuid, token, onDocument, onShown, onDrags, onOver }: LiveConnectionOptions) {
    const endAll = () => {
      onShown(null);
      onDrags([]);
    };
    sceneRoots(this.#ydoc);
    this.#live = new LiveDocument(this.#ydoc);
    this.#live.subscribe((document, change) => this.#isSynced && onDocument(document, change));
    this.#socket = new HocuspocusProviderWebsocket({
      url: collabUrl(window.location),
      maxDelay: MOST_RETRY_MS,
    });
    this.#provider = new HocuspocusProvider({
      websocketProvider: this.#socket,
      name: `composition.${uuid}`,
      document: this.#ydoc,
      awareness: null,
      token: () => this.#ask(token),
      onSynced: () => {
        this.#wait = RETRY_MS;
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
        const drags = readDrags(payload);
        if (drags) {
          onDrags(drags);
        }
      },
      onStatus: ({ status }) => status !== 'connected' && endAll(),
      onAuthenticationFailed: () => {
        endAll();
        this.#handleRefusal(onOver);
      },
    });
    this.#provider.attach();
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#retry);
    this.#provider.destroy();
    this.#socket.destroy();
    this.#live.dispose();
    this.#ydoc.destroy();
  }

  async #ask(token: LiveConnectionOptions['token']): Promise<string> {
    try {
      return await token();
    } catch (error) {
      this.#isOver ||= error instanceof NotLive;
      throw error;
    }
  }

  /** The socket refuses for whatever reason, and does not say which. */
  #handleRefusal(onOver: () => void): void {
    this.#socket.disconnect();
    if (this.#isOver) {
      onOver();
    } else {
      this.#tryAgain();
    }
  }

  #tryAgain(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (this.#socket.status === WebSocketStatus.Connected) {
        // It is still being closed, and would take this for done.
        this.#tryAgain();
      } else {
        void this.#socket.connect();
      }
    }, spread(this.#wait));
    this.#wait = Math.min(2 * this.#wait, MOST_RETRY_MS);
  }
}

/** Not all at the same moment: between half of a time and all of it. */
function spread(ms: number): number {
  return (ms * (1 + Math.random())) / 2;
}

function collabUrl({ protocol, host }: Location): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/collab`;
}
