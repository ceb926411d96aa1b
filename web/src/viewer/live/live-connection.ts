import { collabUrl } from '@diorama/shared/scene/collab-url.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { LiveDocument } from '@diorama/shared/scene/live-document.ts';
import type { SceneChange } from '@diorama/shared/scene/scene-change.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { HocuspocusProvider, HocuspocusProviderWebsocket, WebSocketStatus } from '@hocuspocus/provider';
import * as Y from 'yjs';
import { NotLiveError } from './live-calls.ts';
import { readDrags, type ShownDrag } from './read-drags.ts';
import { type PresenterState, readPresenter } from './read-presenter.ts';

/** Options of a visitor's connection to a live scene. */
type LiveConnectionOptions = {
  uuid: string;
  /** Called for each attempt. @throws NotLiveError to end it. */
  token: () => Promise<string>;
  /** Called with a changed scene; `change` is undefined when all of it may differ. */
  onDocument: (document: SceneDocument, change?: SceneChange) => void;
  /** Called with the presenter's state; null when there is none. */
  onShown: (shown: PresenterState | null) => void;
  /** Called with the dragged nodes; empty after the drag. */
  onDrags: (drags: readonly ShownDrag[]) => void;
  /** Called when access ends: the last state stays. */
  onOver: () => void;
};

/**
 * Delay before a retry, which doubles up to a few seconds: after a database outage, clients reconnect spread over time.
 */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;

/** Follows a scene while it is edited. A visitor's connection sends neither edits nor presence. */
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
    this.#live.subscribe((document, change) => {
      if (this.#isSynced) {
        onDocument(document, change);
      }
    });
    this.#socket = new HocuspocusProviderWebsocket({
      url: collabUrl(window.location.origin, uuid),
      maxDelay: MAX_RETRY_MS,
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
        const shown = readPresenter(payload);
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
      this.#isOver ||= error instanceof NotLiveError;
      throw error;
    }
  }

  /** The socket's refusal contains no reason. */
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
        // The provider is still closing and would treat this as a completed attempt.
        this.#tryAgain();
      } else {
        void this.#socket.connect();
      }
    }, spread(this.#wait));
    this.#wait = Math.min(2 * this.#wait, MAX_RETRY_MS);
  }
}

/** Random delay between half of a time and all of it, so that clients do not retry simultaneously. */
function spread(ms: number): number {
  return (ms * (1 + Math.random())) / 2;
}
