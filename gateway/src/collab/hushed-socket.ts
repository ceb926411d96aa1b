import { IncomingMessage, MessageType, type WebSocketLike } from '@hocuspocus/server';

/** Whoever works on a scene has one document open over a socket, and all that it opens is told of every change. */
const MOST_DOCUMENTS = 20;

/**
 * A socket that keeps some of what is sent to it: visitors of a link see the scene, and nothing of who works on it.
 * hocuspocus tells everybody in a document of everybody else.
 */
export class HushedSocket implements WebSocketLike {
  readonly #socket: WebSocketLike;
  readonly #onEnter: () => void;
  /** All that were ever opened. */
  readonly #documents = new Set<string>();
  readonly #hushed = new Set<string>();

  /** @param onEnter hears that somebody who may look has opened a document. */
  constructor(socket: WebSocketLike, onEnter: () => void) {
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

  send(data: Parameters<WebSocketLike['send']>[0]): void {
    if (this.#hushed.size > 0 && data instanceof Uint8Array && this.#isKept(data)) {
      return;
    }
    this.#socket.send(data);
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
