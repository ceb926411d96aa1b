import { setImmediate } from 'node:timers';
import { type Connection, type Document, MessageType, OutgoingMessage } from '@hocuspocus/server';
import { writeSyncStep2 } from 'y-protocols/sync';
import { ByteCache } from '../documents/byte-cache.ts';
import { FairQueue } from '../documents/fair-queue.ts';
import { readEnvelope } from './presence-message.ts';

/** Smaller documents are encoded in a few milliseconds. */
const SMALL_BYTES = 100_000;
/** Encoded documents that are kept until they change. */
const CACHE_BYTES = 64_000_000;
const WAITING = { ofOwner: 2_000, total: 20_000 };
/** End of a request for all of a document: synchronisation, its first step, and a state vector of one byte without clients. */
const FULL_READ = [MessageType.Sync, 0, 1, 0] as const;

/**
 * Answers requests for all of a large document. One document is encoded at a time, in turn by user, and the
 * event loop gets as much time for other work.
 * All readers of an unchanged document share the same bytes.
 */
export class FullSyncs {
  readonly #cache = new ByteCache(CACHE_BYTES);
  readonly #waiting = new FairQueue<() => void>(WAITING);
  /** Revision of each document that was encoded; other documents may get the same name. */
  readonly #revisions = new WeakMap<Document, number>();
  #lastRevision = 0;
  #isBusy = false;

  /**
   * Waits until a large document may be encoded, which must happen at once then.
   * @returns false where too many requests of the holder wait
   */
  async waitForTurn(holder: string, bytes: number): Promise<boolean> {
    if (bytes <= SMALL_BYTES) {
      return true;
    }
    if (this.#isBusy) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (!this.#waiting.add(holder, resolve)) {
        return false;
      }
      await promise;
    }
    this.#isBusy = true;
    const startedAt = performance.now();
    setImmediate(() => setTimeout(() => this.#next(), performance.now() - startedAt));
    return true;
  }

  /** Sends all of a document. @returns false where too many requests of the holder wait */
  async send(
    connection: Connection,
    document: Document,
    turn: { holder: string; bytes: number },
  ): Promise<boolean> {
    const message = await this.#cache.get(this.#keyOf(document), async () => {
      const mayEncode = await this.waitForTurn(turn.holder, turn.bytes);
      return mayEncode ? encode(document) : null;
    });
    if (message === null) {
      return false;
    }
    connection.send(message);
    const question = new OutgoingMessage(document.name).createSyncMessage().writeFirstSyncStepFor(document);
    connection.send(question.toUint8Array());
    return true;
  }

  #keyOf(document: Document): string {
    const known = this.#revisions.get(document);
    if (known !== undefined) {
      return String(known);
    }
    this.#lastRevision += 1;
    this.#revisions.set(document, this.#lastRevision);
    document.once('update', () => this.#revisions.delete(document));
    return String(this.#lastRevision);
  }

  #next(): void {
    this.#isBusy = false;
    this.#waiting.take()?.();
  }
}

function encode(document: Document): Uint8Array {
  const message = new OutgoingMessage(document.name).createSyncMessage();
  writeSyncStep2(message.encoder, document);
  return message.toUint8Array();
}

/** Whether a message requests all of a document. */
export function isFullSync(message: Uint8Array): boolean {
  const end = message.length - FULL_READ.length;
  return (
    readEnvelope(message)?.type === MessageType.Sync &&
    FULL_READ.every((byte, at) => message[end + at] === byte)
  );
}

/**
 * Turns a request that was answered into an empty message without effect. hocuspocus has no hook that answers a message in
 * its place.
 */
export function clearFullSync(message: Uint8Array): void {
  message[message.length - FULL_READ.length] = MessageType.Stateless;
}
