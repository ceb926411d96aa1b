import { collabUrl } from '@diorama/shared/scene/collab-url.ts';
import { isOfUnknownKind, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { hasContent } from '@diorama/shared/scene/yjs-internals.ts';
import { HocuspocusProvider } from '@hocuspocus/provider';
import { signal } from '@preact/signals-core';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { canOpenDatabase } from '../../session/browser-databases.ts';
import type { LocalCopies } from '../../session/local-copies.ts';
import type { AccessDenial } from '../access-denial.ts';
import type { EditorParts } from '../editor-parts.ts';
import { Manager } from '../managers/manager.ts';
import type { Refusal, SavingManager } from '../managers/saving.ts';
import { watch } from '../signals.ts';
import { ChunkingSocket } from './chunking-socket.ts';
import { GuardedPersistence } from './indexeddb-internals.ts';
import { LocalCopy } from './local-copy.ts';

export type ConnectionOptions = {
  /** UUID of the scene. */
  sceneId: string;
  /** Separates the unsent edits of users who share a browser. */
  personId: string;
  ydoc: Y.Doc;
  awareness: Awareness;
  editor: EditorParts;
  saving: SavingManager;
  /** Local copies of scenes in this browser. */
  copies: LocalCopies;
  /** Returns a valid token, or null once the session has ended. */
  token: () => Promise<string | null>;
  /** Whether the user may still open the scene; called when the server rejects the token. */
  access: () => Promise<'open' | AccessDenial>;
};

/** Delay before another attempt after a refusal that may be temporary. */
const RETRY_MS = 2_000;
/**
 * Delay before a full scene is asked again for room: after a local edit, as edits come in bursts, and
 * otherwise, as other users may have freed some.
 */
const ROOM_MS = { edited: 1_000, else: 60_000 } as const;
/** Close code of the server when the scene has no room for the update. */
const TOO_LARGE = 4413;
/** Close code of the server for the oldest socket of a user with too many sockets. */
const TOO_MANY_SOCKETS = 4429;
/**
 * Delay of a background tab after {@link TOO_MANY_SOCKETS}, as its reconnect would close another tab's
 * socket.
 */
const TOO_MANY_MS = 60_000;
/** Delay after the server has refused to open the scene because of an earlier update. */
const DENIED_MS = 30_000;
/** Server's answer to a token without access to the scene. */
const PERMISSION_DENIED = 'permission-denied';

/** Keeps the live document in sync with the server, and a copy in this browser for offline use. */
export class SceneConnection extends Manager {
  /** `loading` until there is a document to show; otherwise `open` or the reason why the scene is closed. */
  readonly state = signal<'loading' | 'open' | AccessDenial>('loading');
  readonly #options: ConnectionOptions;
  readonly #socket: ChunkingSocket;
  readonly #provider: HocuspocusProvider;
  #copy: LocalCopy | null = null;
  /** Initially as the editor was opened; later as the server reports it. */
  #mayOnlyLook: boolean;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    super();
    this.#options = options;
    const { sceneId, ydoc, awareness, saving, editor, token } = options;
    this.#mayOnlyLook = editor.isReadOnly.value;
    if (options.copies.canKeep) {
      this.#keepLocally();
    }
    this.#socket = new ChunkingSocket({ url: collabUrl(window.location.origin, sceneId) });
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
        this.state.value = 'open';
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
        editor.isOfNewer.value = hasAny;
        this.#settleRights();
      }),
    );
    this.#followNetwork();
    this.register(() => clearTimeout(this.#retry));
  }

  /** A scene with unknown content is read-only, but earlier edits are still sent. */
  #settleRights(): void {
    const { editor } = this.#options;
    editor.isReadOnly.value = this.#mayOnlyLook || editor.isOfNewer.value;
  }

  /** A socket detects a lost network only after a while; the browser detects it at once. */
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
    const dependencies = {
      canOpen: canOpenDatabase,
      open: () => new GuardedPersistence(copies.nameOf(key), ydoc),
    };
    const copy = new LocalCopy(dependencies, {
      onRead: () => {
        saving.markKept();
        if (hasContent(ydoc) && this.state.value === 'loading') {
          this.state.value = 'open';
        }
      },
      onBroken: () => saving.markUnkept(),
    });
    this.#copy = copy;
    this.register(() => copy.dispose());
    // The copy does not contain updates made after it stopped storing.
    const markUnsent = () => !copy.isOver && copies.markUnsent(key, saving.hasUnsaved);
    this.register(watch(() => saving.state.value, markUnsent));
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

  /** Reconnects when the tab comes to the front, or after {@link TOO_MANY_MS}. */
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

  /** The same update would be refused again, so the next attempt waits until something may have changed. */
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

  #close(closed: AccessDenial): void {
    const { sceneId, personId, copies } = this.#options;
    this.#socket.disconnect();
    this.#copy?.dispose();
    // A scene that is restored from the trash, or reopened, continues with the unsent edits.
    if (closed === 'denied') {
      void copies.remove({ sceneId, personId });
    }
    this.state.value = closed;
  }

  #tryAgain(ms: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#reconnect(), ms);
  }

  /** Reopens the socket, which also requests the stored state again. */
  #reconnect(): void {
    const socket = this.#socket;
    if (socket.status === 'connected') {
      // The provider reopens a socket that was closed here but is still wanted.
      socket.webSocket?.close();
      return;
    }
    // The status reports a failed attempt, and the provider retries.
    socket.connect().catch(() => undefined);
  }
}

const REFUSALS: readonly Refusal[] = ['document.too-large', 'document.invalid', 'server.read-only'];

/**
 * Parses a server message beside the Yjs protocol.
 * Committed state: `{"type":"stored","state":"<base64 state vector>"}`.
 * Refused update: `{"type":"refused","code":"…"}`.
 */
function readMessage(
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

/**
 * Reports whether a scene contains nodes of kinds from a newer release, now and on each change.
 * @returns function that stops watching
 */
export function watchNewerNodes(ydoc: Y.Doc, onChange: (hasAny: boolean) => void): () => void {
  const { nodes } = sceneRoots(ydoc);
  const newer = new Set<string>();
  const look = (ids: Iterable<string>) => {
    for (const id of ids) {
      if (isOfUnknownKind(nodes.get(id))) {
        newer.add(id);
      } else {
        newer.delete(id);
      }
    }
    onChange(newer.size > 0);
  };
  const handleChange = ({ keysChanged }: Y.YMapEvent<unknown>) => look(keysChanged);
  look(nodes.keys());
  nodes.observe(handleChange);
  return () => nodes.unobserve(handleChange);
}
