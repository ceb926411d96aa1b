import type { Bus } from '@diorama/shared/server/delivery/bus.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { type Document, isTransactionOrigin, type onAwarenessUpdatePayload } from '@hocuspocus/server';
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { AWARENESS_CHANNEL } from './collab-context.ts';
import { type PresentClient, readClients } from './presence-message.ts';

/** Changes within this time are sent together: at most 20 messages a second per scene. */
const BATCH_MS = 50;
/** Size limit of a piece on the bus; larger updates are split. */
const PIECE_CHARACTERS = 6_000;
/** Updates of which only some pieces have arrived; beyond that the oldest are dropped. */
const MAX_PARTIAL = 1_000;
/** The origin of updates of another gateway, which sends them to all gateways by itself. */
const FROM_ELSEWHERE = Symbol('from another gateway');

/** Clients of a document whose changes are sent together. */
type PendingBatch = { document: Document; clients: Set<number> };

export type AwarenessRelayOptions = {
  bus: Bus;
  logger: Logger;
  gatewayId: string;
  findDocument: (compositionId: string) => Document | undefined;
  idOf: (document: Document) => string;
  isElsewhere: (compositionId: string) => boolean;
  /** Resolves when earlier edits of a scene are committed: a drag must not end before its move. */
  ready: {
    toSend: (compositionId: string) => Promise<void>;
    toShow: (compositionId: string) => Promise<void>;
  };
  /** Receives the clients of which another gateway has a state. */
  onClientsElsewhere: (document: Document, clients: readonly PresentClient[]) => void;
};

/** Relays cursors and drags between the gateways that have a scene open. Nothing is stored. */
export class AwarenessRelay {
  readonly #options: AwarenessRelayOptions;
  readonly #pendingBatches = new Map<string, PendingBatch>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Received pieces of the update that each gateway is sending for a scene; a dead gateway leaves some. */
  readonly #pieces = new Map<string, string[]>();
  readonly #stop: () => void;

  constructor(options: AwarenessRelayOptions) {
    this.#options = options;
    this.#stop = options.bus.subscribe(AWARENESS_CHANNEL, ([message = '']) => this.#receive(message));
  }

  /** Relays a change, unless it came from another gateway. */
  handleChange({
    document,
    added,
    updated,
    removed,
    transactionOrigin: origin,
  }: Pick<
    onAwarenessUpdatePayload,
    'document' | 'added' | 'updated' | 'removed' | 'transactionOrigin'
  >): void {
    const { idOf, isElsewhere } = this.#options;
    // Without an origin a client has left; other origins are of this process or of another gateway.
    const isOfHere = origin === null || (isTransactionOrigin(origin) && origin.source === 'connection');
    if (isOfHere && isElsewhere(idOf(document))) {
      this.#addToBatch(idOf(document), document, [...added, ...updated, ...removed]);
    }
  }

  /** Sends the states of all clients here, for a gateway that has just opened the scene. */
  notifyAll(id: string): void {
    const document = this.#options.findDocument(id);
    const clients = [...(document?.connections.values() ?? [])].flatMap((entry) => [...entry.clients]);
    if (document && clients.length > 0) {
      this.#addToBatch(id, document, clients);
    }
  }

  close(): void {
    this.#stop();
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
  }

  #addToBatch(id: string, document: Document, clients: readonly number[]): void {
    const known = this.#pendingBatches.get(id);
    if (known?.document === document) {
      for (const client of clients) {
        known.clients.add(client);
      }
      return;
    }
    const pendingBatch: PendingBatch = { document, clients: new Set(clients) };
    this.#pendingBatches.set(id, pendingBatch);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#pendingBatches.get(id) === pendingBatch) {
        this.#pendingBatches.delete(id);
      }
      this.#send(id, pendingBatch).catch((err: unknown) =>
        this.#options.logger.debug({ err }, 'presence update was not relayed'),
      );
    }, BATCH_MS);
    this.#timers.add(timer.unref());
  }

  async #send(id: string, { document, clients }: PendingBatch): Promise<void> {
    const { bus, gatewayId, ready } = this.#options;
    await ready.toSend(id);
    const known = [...clients].filter((client) => document.awareness.meta.has(client));
    const text = Buffer.from(encodeAwarenessUpdate(document.awareness, known)).toString('base64');
    const count = Math.ceil(text.length / PIECE_CHARACTERS);
    for (let at = 0; at < count; at += 1) {
      const piece = text.slice(at * PIECE_CHARACTERS, (at + 1) * PIECE_CHARACTERS);
      await bus.publish(AWARENESS_CHANNEL, `${gatewayId}:${id}:${at}:${count}:${piece}`);
    }
  }

  #receive(message: string): void {
    const [from = '', id = '', at, count, piece = ''] = message.split(':');
    if (from === this.#options.gatewayId) {
      return;
    }
    const key = `${from} ${id}`;
    // The pieces of one sender come in order; after a loss the next update starts a new list.
    const before = at === '0' ? [] : (this.#pieces.get(key) ?? []);
    const all = [...before, piece];
    this.#pieces.delete(key);
    if (all.length < Number(count)) {
      this.#keepPieces(key, all);
      return;
    }
    this.#show(id, Buffer.from(all.join(''), 'base64')).catch((err: unknown) =>
      this.#options.logger.debug({ err }, 'presence update of another gateway could not be read'),
    );
  }

  #keepPieces(key: string, all: string[]): void {
    const [oldest] = this.#pieces.keys();
    if (this.#pieces.size >= MAX_PARTIAL && oldest !== undefined) {
      this.#pieces.delete(oldest);
    }
    this.#pieces.set(key, all);
  }

  async #show(id: string, update: Uint8Array): Promise<void> {
    const { ready, findDocument, onClientsElsewhere } = this.#options;
    await ready.toShow(id);
    const document = findDocument(id);
    if (document) {
      onClientsElsewhere(document, readClients(update));
      applyAwarenessUpdate(document.awareness, update, FROM_ELSEWHERE);
    }
  }
}
