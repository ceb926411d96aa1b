import { SCENE_FORM } from '@diorama/shared/scene/defaults.ts';
import { HocuspocusProvider } from '@hocuspocus/provider';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { canOpenDatabase } from '../../session/browser-databases.ts';
import type { LocalCopies } from '../../session/local-copies.ts';
import type { Closed } from '../closed-by.ts';
import type { Editor } from '../editor.ts';
import { Manager } from '../managers/manager.ts';
import type { Refusal, SavingManager } from '../managers/saving.ts';
import { Store } from '../store.ts';
import { GuardedPersistence } from './guarded-persistence.ts';
import { LocalCopy } from './local-copy.ts';
import { PartsSocket } from './parts-socket.ts';
import { watchNewerNodes } from './watch-newer-nodes.ts';

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
  /** Where the copies of scenes are kept in this browser. */
  copies: LocalCopies;
  /** A token with life left in it, or null once the session has ended. */
  token: () => Promise<string | null>;
  /** Whether the scene is still open to the person; asked when the server refused the token. */
  access: () => Promise<'open' | Closed>;
};

/** How long after a refusal that may have passed another attempt is made. */
const RETRY_MS = 2_000;
/**
 * How long it is waited until a scene that was full is asked again whether it has room: after an edit here, as edits come in
 * bursts, and where somebody else may have made some.
 */
const ROOM_MS = { edited: 1_000, else: 60_000 } as const;
/** The code with which the server closes a socket when there is no room in the scene for what was sent. */
const TOO_LARGE = 4413;
/** The code with which the server closes the oldest socket of a person who has too many. */
const TOO_MANY_SOCKETS = 4429;
/** How long a tab that is not in front waits after {@link TOO_MANY_SOCKETS}, as it would close the socket of another tab. */
const TOO_MANY_MS = 60_000;
/** How long it is waited after the server has denied to open the scene because of what was sent before. */
const DENIED_MS = 30_000;
/** The answer to a token that does not open the scene. */
const PERMISSION_DENIED = 'permission-denied';

/** Keeps the live document equal to the server's, and everything of it in this browser for when there is no server. */
export class SceneConnection extends Manager {
  /** `loading` until there is a document to show; how it is closed to the person once it is. */
  readonly state = new Store<'loading' | 'open' | Closed>('loading');
  readonly #options: ConnectionOptions;
  readonly #socket: PartsSocket;
  readonly #provider: HocuspocusProvider;
  #copy: LocalCopy | null = null;
  /** Until the server says what the person may, as the editor was opened. */
  #mayOnlyLook: boolean;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    super();
    this.#options = options;
    const { sceneId, ydoc, awareness, saving, editor, token } = options;
    this.#mayOnlyLook = editor.isReadOnly.get();
    if (options.copies.canKeep) {
      this.#keepLocally();
    }
    this.#socket = new PartsSocket({ url: collabUrl(window.location) });
    this.#provider = new HocuspocusProvider({
      websocketProvider: this.#socket,
      name: `composition.${sceneId}`,
      document: ydoc,
      awareness,
      token: async () => (await token()) ?? '',
      onAuthenticated: ({ scope }) => {
        this.#mayOnlyLook = scope === 'readonly';
        saving.setReadOnly(this.#mayOnlyLook);
        this.#settleRights();
      },
      onAuthenticationFailed: ({ reason }) => this.#handleRefusal(reason),
      onStatus: ({ status }) => status !== 'connected' && saving.setConnected(false),
      onSynced: () => {
        saving.setConnected(true);
        this.state.set('open');
      },
      onStateless: ({ payload }) =>
        readMessage(payload, {
          stored: (vector) => saving.markStored(vector),
          refused: (code) => saving.markRefused(code),
        }),
      onClose: ({ event }) => this.#handleClosed(event.code),
    });
    this.#provider.attach();
    this.register(() => this.#provider.destroy());
    this.register(() => this.#socket.destroy());
    this.register(
      watchNewerNodes(ydoc, (hasAny) => {
        editor.isOfNewer.set(hasAny);
        this.#settleRights();
      }),
    );
    this.#followNetwork();
    this.register(() => clearTimeout(this.#retry));
  }

  /** Around what is not seen nobody changes anything; what they have changed before is still sent. */
  #settleRights(): void {
    const { editor } = this.#options;
    editor.isReadOnly.set(this.#mayOnlyLook || editor.isOfNewer.get());
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
    const { sceneId, personId, ydoc, saving, copies } = this.#options;
    const key = { sceneId, personId };
    const means = {
      canOpen: canOpenDatabase,
      open: () => new GuardedPersistence(copies.nameOf(key), ydoc),
    };
    const copy = new LocalCopy(means, {
      onRead: () => {
        saving.markKept();
        if (ydoc.store.clients.size > 0) {
          this.state.update((state) => (state === 'loading' ? 'open' : state));
        }
      },
      onBroken: () => saving.markUnkept(),
    });
    this.#copy = copy;
    this.register(() => copy.dispose());
    // What came after the end of a copy is not in it.
    this.register(saving.subscribe(() => !copy.isOver && copies.markUnsent(key, saving.hasUnsaved)));
  }

  #handleRefusal(reason: string): void {
    const retryMs = reason === PERMISSION_DENIED ? RETRY_MS : DENIED_MS;
    this.#options
      .access()
      .then((access) => (access === 'open' ? this.#tryAgain(retryMs) : this.#close(access)))
      .catch(() => this.#tryAgain(retryMs));
  }

  #handleClosed(code: number): void {
    if (code === TOO_LARGE) {
      this.#waitForRoom();
    } else if (code === TOO_MANY_SOCKETS) {
      this.#waitForTurn();
    }
  }

  /** Connects again when the tab comes to the front, or after a while. */
  #waitForTurn(): void {
    this.#socket.disconnect();
    const abort = new AbortController();
    const connect = () => {
      abort.abort();
      this.#reconnect();
    };
    const handleFront = () => !document.hidden && connect();
    document.addEventListener('visibilitychange', handleFront, { signal: abort.signal });
    clearTimeout(this.#retry);
    this.#retry = setTimeout(connect, TOO_MANY_MS);
    this.register(() => abort.abort());
  }

  /** Sending the same again would be refused again: the next attempt is made once something may have changed. */
  #waitForRoom(): void {
    const { ydoc } = this.#options;
    this.#socket.disconnect();
    const askAfter = (ms: number) => {
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => {
        ydoc.off('update', handleEdit);
        this.#reconnect();
      }, ms);
    };
    const handleEdit = (_update: Uint8Array, _origin: unknown, _ydoc: Y.Doc, { local }: Y.Transaction) => {
      if (local) {
        askAfter(ROOM_MS.edited);
      }
    };
    ydoc.on('update', handleEdit);
    askAfter(ROOM_MS.else);
    this.register(() => ydoc.off('update', handleEdit));
  }

  #close(closed: Closed): void {
    const { sceneId, personId, copies } = this.#options;
    this.#socket.disconnect();
    this.#copy?.dispose();
    // What comes back from the trash, or is open again, goes on with what was not sent.
    if (closed === 'denied') {
      void copies.remove({ sceneId, personId });
    }
    this.state.set(closed);
  }

  #tryAgain(ms: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#reconnect(), ms);
  }

  /** Opens the socket anew, which also asks anew what is stored. */
  #reconnect(): void {
    const socket = this.#socket;
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
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/collab?form=${SCENE_FORM}`;
}

const REFUSALS: readonly Refusal[] = ['document.too-large', 'document.invalid'];

/**
 * Reads what the server says beside the protocol: what is committed, `{"type":"stored","state":"<base64 state vector>"}`,
 * and what it did not take, `{"type":"refused","code":"…"}`.
 */
export function readMessage(
  payload: string,
  use: { stored: (vector: Uint8Array) => void; refused: (code: Refusal) => void },
): void {
  let message: unknown;
  try {
    message = JSON.parse(payload);
  } catch {
    return;
  }
  const { type, state, code } = (message ?? {}) as { type?: unknown; state?: unknown; code?: unknown };
  if (type === 'stored' && typeof state === 'string') {
    use.stored(Uint8Array.from(atob(state), (character) => character.charCodeAt(0)));
  }
  const refusal = type === 'refused' ? REFUSALS.find((known) => known === code) : undefined;
  if (refusal) {
    use.refused(refusal);
  }
}
