import { HocuspocusProvider } from '@hocuspocus/provider';
import { IndexeddbPersistence } from 'y-indexeddb';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { Editor } from '../editor.ts';
import { Manager } from '../managers/manager.ts';
import type { SavingManager } from '../managers/saving.ts';
import { Store } from '../store.ts';

/** What a connection is made with. */
export type ConnectionOptions = {
  /** The scene's uuid. */
  sceneId: string;
  /** Keeps apart what several people of one browser have not sent yet. */
  personId: string;
  ydoc: Y.Doc;
  awareness: Awareness;
  editor: Editor;
  saving: SavingManager;
  /** A token with life left in it, or null once the session has ended. */
  token: () => Promise<string | null>;
  /** Whether the person may still see the scene; asked when the server refused the token. */
  isAllowed: () => Promise<boolean>;
};

/** How long after a refusal that may have passed another attempt is made. */
const RETRY_MS = 2_000;

/** Keeps the live document equal to the server's, and everything of it in this browser for when there is no server. */
export class Connection extends Manager {
  /** `loading` until there is a document to show; `denied` once the person may not see it. */
  readonly state = new Store<'loading' | 'open' | 'denied'>('loading');
  readonly #options: ConnectionOptions;
  readonly #provider: HocuspocusProvider;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    super();
    this.#options = options;
    const { sceneId, ydoc, awareness, saving, editor, token } = options;
    if (typeof indexedDB !== 'undefined') {
      this.#keepLocally();
    }
    this.#provider = new HocuspocusProvider({
      url: collabUrl(window.location),
      name: `composition.${sceneId}`,
      document: ydoc,
      awareness,
      token: async () => (await token()) ?? '',
      onAuthenticated: ({ scope }) => editor.isReadOnly.set(scope === 'readonly'),
      onAuthenticationFailed: () => this.#handleRefusal(),
      onStatus: ({ status }) => status !== 'connected' && saving.setConnected(false),
      onSynced: () => {
        saving.setConnected(true);
        this.state.set('open');
      },
      onStateless: ({ payload }) => readStored(payload, (vector) => saving.markStored(vector)),
    });
    this.register(() => this.#provider.destroy());
    this.#followNetwork();
    this.register(() => clearTimeout(this.#retry));
  }

  /** A socket notices a lost network only after a while; the browser knows at once. */
  #followNetwork(): void {
    const abort = new AbortController();
    const { saving } = this.#options;
    window.addEventListener('offline', () => saving.setConnected(false), { signal: abort.signal });
    window.addEventListener('online', () => this.#reconnect(), { signal: abort.signal });
    this.register(() => abort.abort());
  }

  #keepLocally(): void {
    const { sceneId, personId, ydoc, saving } = this.#options;
    const local = new IndexeddbPersistence(`diorama.scene.${sceneId}.${personId}`, ydoc);
    local.once('synced', () => {
      if (ydoc.store.clients.size > 0) {
        saving.markKept();
        this.state.update((state) => (state === 'loading' ? 'open' : state));
      }
    });
    this.register(() => {
      // Closing waits for what is being written; nobody has to wait for that.
      void local.destroy();
    });
  }

  #handleRefusal(): void {
    this.#options
      .isAllowed()
      .then((isAllowed) => (isAllowed ? this.#tryAgain() : this.#deny()))
      .catch(() => this.#tryAgain());
  }

  #deny(): void {
    this.#provider.configuration.websocketProvider.disconnect();
    this.state.set('denied');
  }

  #tryAgain(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#reconnect(), RETRY_MS);
  }

  /** Opens the socket anew, which also asks anew what is stored. */
  #reconnect(): void {
    const socket = this.#provider.configuration.websocketProvider;
    if (socket.status === 'connected') {
      // Closed by us but still wanted: the provider opens it again.
      socket.webSocket?.close();
      return;
    }
    // A failed attempt is told by the status, and made again by the provider.
    socket.connect().catch(() => undefined);
  }
}

function collabUrl({ protocol, host }: Location): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/collab`;
}

/** Reads what the server says after a commit: `{"type":"stored","state":"<base64 state vector>"}`. */
export function readStored(payload: string, use: (vector: Uint8Array) => void): void {
  let message: unknown;
  try {
    message = JSON.parse(payload);
  } catch {
    return;
  }
  const { type, state } = (message ?? {}) as { type?: unknown; state?: unknown };
  if (type === 'stored' && typeof state === 'string') {
    use(Uint8Array.from(atob(state), (character) => character.charCodeAt(0)));
  }
}
