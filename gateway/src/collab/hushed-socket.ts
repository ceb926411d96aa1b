import { IncomingMessage, MessageType, type WebSocketLike } from '@hocuspocus/server';

/**
 * A socket that keeps some of what is sent to it: visitors of a link see the scene, and nothing of who works on it.
 * hocuspocus tells everybody in a document of everybody else.
 */
export class HushedSocket implements WebSocketLike {
  readonly #socket: WebSocketLike;
  readonly #hushed = new Set<string>();

  constructor(socket: WebSocketLike) {
    this.#socket = socket;
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  /** Says whether this socket is told what people in a document point at. */
  setHushed(documentName: string, isHushed: boolean): void {
    if (isHushed) {
      this.#hushed.add(documentName);
    } else {
      this.#hushed.delete(documentName);
    }
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
    // A client may name its session behind the document.
    const [documentName = ''] = message.readVarString().split('\0');
    return this.#hushed.has(documentName) && message.readVarUint() === MessageType.Awareness;
  }
}
