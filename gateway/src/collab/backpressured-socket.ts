import type { WebSocketLike } from '@hocuspocus/server';
import type { WebSocket } from 'ws';
import type { UnreadAccount } from '../limits/unread-bytes.ts';

/** Larger messages are sent as several frames, so that progress is visible while a slow reader takes one in. */
const FRAME_BYTES = 32_000;
/** Bytes handed to the operating system before it has taken in the ones before. */
const WINDOW_BYTES = 128_000;

/** Used members of a `ws` socket. */
export type RawSocket = Pick<WebSocket, 'readyState' | 'close' | 'terminate'> & {
  send(data: Uint8Array, options: { binary: true; fin: boolean }, done: (err?: Error) => void): void;
};

/** Sends messages as fast as they are read, and counts the waiting bytes. */
export class BackpressuredSocket implements WebSocketLike {
  readonly #socket: RawSocket;
  readonly #unread: UnreadAccount;
  readonly #isHidden: (message: Uint8Array) => boolean;
  /** Frames that wait until there is room in the window. */
  #waiting: { bytes: Uint8Array; fin: boolean }[] = [];
  #inFlight = 0;
  #isClosing = false;

  /** @param options.isHidden - whether a message must not reach this client */
  constructor(
    socket: RawSocket,
    options: { unread: UnreadAccount; isHidden: (message: Uint8Array) => boolean },
  ) {
    this.#socket = socket;
    this.#unread = options.unread;
    this.#isHidden = options.isHidden;
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  send(data: Parameters<WebSocketLike['send']>[0]): void {
    if (!(data instanceof Uint8Array)) {
      throw new TypeError('hocuspocus sends bytes');
    }
    if (this.#socket.readyState !== 1 || this.#isHidden(data)) {
      return;
    }
    for (let at = 0; at === 0 || at < data.length; at += FRAME_BYTES) {
      const bytes = data.subarray(at, at + FRAME_BYTES);
      this.#waiting.push({ bytes, fin: at + FRAME_BYTES >= data.length });
    }
    this.#unread.add(data.length);
    this.#sendWaiting();
  }

  /** Whether this side has closed it. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  close(code?: number, reason?: string): void {
    this.#isClosing = true;
    this.#socket.close(code, reason);
  }

  /** Releases the frames that wait for a disconnected reader. */
  handleClosed(): void {
    this.#waiting = [];
    this.#unread.close();
  }

  #sendWaiting(): void {
    while (this.#inFlight < WINDOW_BYTES) {
      const frame = this.#waiting.shift();
      if (!frame) {
        return;
      }
      this.#sendFrame(frame);
    }
  }

  #sendFrame({ bytes, fin }: { bytes: Uint8Array; fin: boolean }): void {
    this.#inFlight += bytes.length;
    this.#socket.send(bytes, { binary: true, fin }, (err) => {
      this.#inFlight -= bytes.length;
      if (err) {
        return;
      }
      this.#unread.drain(bytes.length);
      if (this.#waiting.length > 0) {
        this.#sendWaiting();
      }
    });
  }
}
