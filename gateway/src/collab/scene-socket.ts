import { setTimeout as sleep } from 'node:timers/promises';
import { MessageType } from '@hocuspocus/server';
import type { WebSocket } from 'ws';
import { TokenBucket } from '../limits/token-bucket.ts';
import type { UnreadBytes } from '../limits/unread-bytes.ts';
import { BackpressuredSocket } from './backpressured-socket.ts';
import { CLOSE_CODES, CLOSE_REASONS, type CloseCode, type CloseReason } from './close-socket.ts';
import type { CountedSocket } from './counted-socket.ts';
import type { HolderBudgets } from './holder-budgets.ts';
import { type Envelope, hasToken, readEnvelope } from './presence-message.ts';
import type { RefusedClients } from './refused-clients.ts';
import type { SceneStore } from './scene-store.ts';

/** Documents open over a socket: each receives every change. An editor opens one. */
const MAX_DOCUMENTS = 20;
/** Authentications over a socket: each asks the database. An editor makes one, and one for each further document. */
const AUTHENTICATIONS = { capacity: 2 * MAX_DOCUMENTS, perSecond: 1 };
/**
 * Unstored bytes beyond which the sockets are read in pauses. Edits wait in memory while the database
 * is away.
 */
const MAX_UNSTORED_BYTES = 100_000_000;
const UNSTORED_PAUSE_MS = 1_000;
/** Requests for all of a document, which may be ten megabytes: an editor makes one a socket. */
const FULL_READS = { capacity: 10, perSecond: 10 / 60 };
/** Encoding a byte of a document costs a fraction of applying one. */
const FULL_READ_DISCOUNT = 4;
/** The largest state of a client, in bytes; an editor's is a tenth of that at most. */
const MAX_PRESENCE_BYTES = 64_000;
/** A socket is not read for so long at most at a time, so that hocuspocus does not take it for dead. */
const LONGEST_PAUSE_MS = 10_000;

/** Messages that clients send. hocuspocus writes each other one to the console, which no limit bounds. */
const CLIENT_MESSAGES: ReadonlySet<number> = new Set([
  MessageType.Sync,
  MessageType.Awareness,
  MessageType.Auth,
  MessageType.QueryAwareness,
  MessageType.SyncReply,
  MessageType.Stateless,
  MessageType.CLOSE,
]);

/** Names of documents on one short line, as hocuspocus writes some to the console. Those of no scene are denied later. */
const PLAIN_NAME = /^[\w.-]{1,100}$/;

/** A document that is open over a socket, and who opened it. */
type OpenDocument = { holder: string; fullReads: TokenBucket };

/** The parts of the gateway that the sockets share. */
export type SocketSupport = {
  budgets: HolderBudgets;
  refused: RefusedClients;
  unread: UnreadBytes;
  scenes: Pick<SceneStore, 'waitingBytes'>;
};

/** One socket of `/collab`: its open documents, and the limits of the user that it belongs to. */
export class SceneSocket {
  readonly outgoing: BackpressuredSocket;
  readonly #ws: Pick<WebSocket, 'pause' | 'resume' | 'readyState'>;
  readonly #support: SocketSupport;
  readonly #counted: CountedSocket;
  readonly #network: string;
  readonly #account;
  readonly #onAuthenticated: () => void;
  /** All documents that were ever opened. */
  readonly #documents = new Map<string, OpenDocument>();
  /** The documents that are open as a visitor. */
  readonly #hidden = new Set<string>();
  readonly #authentications = new TokenBucket(AUTHENTICATIONS, performance.now());
  #holder: string;
  /** Runs while the socket is not read because its user has sent too much. */
  #timer: NodeJS.Timeout | null = null;
  /** Whether it is not read because messages wait. */
  #isFull = false;

  /** @param options.onAuthenticated - is called for each opened document */
  constructor(
    ws: WebSocket,
    options: { support: SocketSupport; counted: CountedSocket; network: string; onAuthenticated: () => void },
  ) {
    this.#ws = ws;
    this.#support = options.support;
    this.#counted = options.counted;
    this.#network = options.network;
    this.#onAuthenticated = options.onAuthenticated;
    this.#holder = this.holderOf(null);
    this.#account = options.support.unread.open({ subject: 'network', holder: options.network }, () =>
      ws.terminate(),
    );
    this.outgoing = new BackpressuredSocket(ws, {
      unread: this.#account,
      isHidden: (message) => this.#isHidden(message),
    });
  }

  /**
   * Counts a document that a user, or a visitor (null), has authenticated for.
   * @returns why it must not be opened, else null
   */
  enter(documentName: string, userId: string | null): CloseReason | null {
    const holder = this.holderOf(userId);
    const denied = this.#support.refused.reasonFor({ holder, documentName });
    if (denied) {
      return denied;
    }
    if (!this.#documents.has(documentName) && this.#documents.size >= MAX_DOCUMENTS) {
      return 'too-many-documents';
    }
    if (!this.#counted.enter(userId)) {
      return 'too-many-sockets';
    }
    const fullReads =
      this.#documents.get(documentName)?.fullReads ?? new TokenBucket(FULL_READS, performance.now());
    this.#documents.set(documentName, { holder, fullReads });
    if (userId === null) {
      this.#hidden.add(documentName);
    } else {
      this.#hidden.delete(documentName);
      this.#holder = holder;
      this.#account.setReader({ subject: 'user', holder: userId });
    }
    this.#onAuthenticated();
    return null;
  }

  /**
   * Decides about a message before hocuspocus parses it, and stops reading the socket while its user has sent too much.
   * @returns false for a message that goes no further
   */
  admit(message: Uint8Array): boolean {
    if (this.outgoing.isClosing) {
      // A client may go on sending until it receives the close frame.
      return false;
    }
    this.#charge(message.length);
    const envelope = readEnvelope(message);
    if (envelope?.documentName.includes('\0')) {
      // hocuspocus' sessions: each would receive every change of the same document.
      this.close(CLOSE_CODES.policy, 'session-multiplexed');
      return false;
    }
    if (envelope === null || !isFromClient(message, envelope)) {
      this.close(CLOSE_CODES.policy, 'message-invalid');
      return false;
    }
    const { documentName, type } = envelope;
    if (type === MessageType.Auth && !this.#authentications.take(performance.now())) {
      return false;
    }
    if (type === MessageType.QueryAwareness) {
      // Nothing is answered, but all states would be encoded.
      return false;
    }
    return type !== MessageType.Awareness || this.#admitPresence(documentName, message.length);
  }

  /**
   * Charges for a request for all of a document, and waits while the user has requested too much: also over new sockets.
   * @returns false where this socket made it too often
   */
  async mayReadAll(documentName: string, bytes: number): Promise<boolean> {
    const waitMs = this.#charge(bytes / FULL_READ_DISCOUNT);
    if (this.#documents.get(documentName)?.fullReads.take(performance.now()) === false) {
      return false;
    }
    if (waitMs > 0) {
      await sleep(Math.min(waitMs, LONGEST_PAUSE_MS), undefined, { ref: false });
    }
    return true;
  }

  /** Stops reading while messages wait to be handled. */
  setFull(isFull: boolean): void {
    this.#isFull = isFull;
    this.#readOrPause();
  }

  /** Remembers that something was refused, so that its sender is denied when it reconnects and would send it again. */
  noteRefusal(documentName: string, reason: CloseReason): void {
    const holder = this.#documents.get(documentName)?.holder;
    if (holder !== undefined) {
      this.#support.refused.note({ holder, documentName }, reason);
    }
  }

  /** Refuses a message of which the document is not known. */
  refuseMessage(): void {
    for (const documentName of this.#documents.keys()) {
      this.noteRefusal(documentName, 'message-too-large');
    }
  }

  close(code: CloseCode, reason: CloseReason): void {
    this.outgoing.close(code, CLOSE_REASONS[reason]);
  }

  handleClosed(): void {
    clearTimeout(this.#timer ?? undefined);
    this.#counted.end();
    this.outgoing.handleClosed();
  }

  #admitPresence(documentName: string, bytes: number): boolean {
    const open = this.#documents.get(documentName);
    if (!open) {
      // It waits for the authentication, in a queue that is limited.
      return true;
    }
    if (this.#hidden.has(documentName)) {
      return false;
    }
    if (bytes > MAX_PRESENCE_BYTES) {
      this.noteRefusal(documentName, 'presence-too-large');
      this.close(CLOSE_CODES.tooLarge, 'presence-too-large');
      return false;
    }
    // A dropped state is replaced by the next that is taken.
    return this.#support.budgets.takePresence(this.#holder, bytes);
  }

  #charge(bytes: number): number {
    const isStoreBehind = this.#support.scenes.waitingBytes > MAX_UNSTORED_BYTES;
    const waitMs = Math.max(
      this.#support.budgets.spendInput(this.#holder, bytes),
      isStoreBehind ? UNSTORED_PAUSE_MS : 0,
    );
    if (waitMs > 0) {
      clearTimeout(this.#timer ?? undefined);
      this.#timer = setTimeout(
        () => {
          this.#timer = null;
          this.#readOrPause();
        },
        Math.min(waitMs, LONGEST_PAUSE_MS),
      );
      this.#readOrPause();
    }
    return waitMs;
  }

  #readOrPause(): void {
    if (this.#ws.readyState !== 1) {
      return;
    }
    if (this.#isFull || this.#timer !== null) {
      this.#ws.pause();
    } else {
      this.#ws.resume();
    }
  }

  /** The user, or the network of a visitor. */
  holderOf(userId: string | null): string {
    return userId === null ? `network:${this.#network}` : `user:${userId}`;
  }

  /** Visitors of a link see the scene, and nothing of who works on it. */
  #isHidden(message: Uint8Array): boolean {
    if (this.#hidden.size === 0) {
      return false;
    }
    const envelope = readEnvelope(message);
    return envelope?.type === MessageType.Awareness && this.#hidden.has(envelope.documentName);
  }
}

/** Whether a message is one that clients of scenes send. */
function isFromClient(message: Uint8Array, { documentName, type }: Envelope): boolean {
  return (
    PLAIN_NAME.test(documentName) &&
    CLIENT_MESSAGES.has(type) &&
    (type !== MessageType.Auth || hasToken(message))
  );
}
