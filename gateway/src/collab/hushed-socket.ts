import { IncomingMessage, MessageType, type WebSocketLike } from '@hocuspocus/server';
import type { WebSocket } from 'ws';
import { Pace } from './pace.ts';

/** Whoever works on a scene has one document open over a socket, and all that it opens is told of every change. */
const MOST_DOCUMENTS = 20;
/** How often all of a document may be asked for, which may be ten megabytes: an editor asks once a socket. */
const ASKS = { atOnce: 10, perSecond: 10 / 60 };
/** Who takes in less than it is sent is ended at so many bytes: a few of the largest documents. */
const MOST_UNREAD_BYTES = 50_000_000;

/** What is needed of a socket of `ws`. */
type Socket = WebSocketLike & Pick<WebSocket, 'bufferedAmount' | 'terminate'>;

/**
 * A socket that keeps some of what is sent to it: visitors of a link see the scene, and nothing of who works on it.
 * hocuspocus tells everybody in a document of everybody else. It ends where what it sends is not read.
 */
export class HushedSocket implements WebSocketLike {
  readonly #socket: Socket;
  readonly #onEnter: () => void;
  /** All that were ever opened. */
  readonly #documents = new Set<string>();
  readonly #hushed = new Set<string>();
  readonly #asks = new Map<string, Pace>();

  /** @param onEnter hears that somebody who may look has opened a document. */
  constructor(socket: Socket, onEnter: () => void) {
    this.#socket = socket;
    this.#onEnter = onEnter;
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  /**
   * Counts a document that is opened; `isHushed` keeps what people in it point at.
   * @returns false where it is one too many
   */
  enter(documentName: string, isHushed: boolean): boolean {
    if (!this.#documents.has(documentName) && this.#documents.size >= MOST_DOCUMENTS) {
      return false;
    }
    this.#documents.add(documentName);
    if (isHushed) {
      this.#hushed.add(documentName);
    } else {
      this.#hushed.delete(documentName);
    }
    this.#onEnter();
    return true;
  }

  /** Counts that all of an open document is asked for. @returns false where that is too often. */
  mayAsk(documentName: string): boolean {
    const now = performance.now();
    const pace = this.#asks.get(documentName) ?? new Pace(ASKS, now);
    this.#asks.set(documentName, pace);
    return pace.take(now);
  }

  send(data: Parameters<WebSocketLike['send']>[0]): void {
    if (this.#hushed.size > 0 && data instanceof Uint8Array && this.#isKept(data)) {
      return;
    }
    this.#socket.send(data);
    if (this.#socket.bufferedAmount > MOST_UNREAD_BYTES) {
      this.#socket.terminate();
    }
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason);
  }

  #isKept(data: Uint8Array): boolean {
    const message = new IncomingMessage(data);
    return this.#hushed.has(message.readVarString()) && message.readVarUint() === MessageType.Awareness;
  }
}

/**
 * Whether a message is for one of many sessions of a document, as hocuspocus takes them behind its name. Nobody needs a
 * document twice over one socket, and each would be told of every change.
 */
export function isOfSession(data: Uint8Array): boolean {
  try {
    return new IncomingMessage(data).readVarString().includes('\0');
  } catch {
    // What is no message hocuspocus refuses.
    return false;
  }
}
