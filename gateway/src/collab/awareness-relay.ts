import type { Bus } from '@diorama/shared/server/delivery/bus.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { type Document, isTransactionOrigin, type onAwarenessUpdatePayload } from '@hocuspocus/server';
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { AWARENESS_CHANNEL } from './channels.ts';
import { type PresentClient, readClients } from './presence-message.ts';

/** Changes within this time are sent together: at most 20 messages a second per scene. */
const GATHER_MS = 50;
/** Size limit of a piece on the bus; larger updates are split. */
const PIECE_CHARACTERS = 6_000;
/** Updates of which only some pieces have arrived; beyond that the oldest are dropped. */
const MAX_PARTIAL = 1_000;
/** The origin of updates of another gateway, which sends them to all gateways by itself. */
const FROM_ELSEWHERE = Symbol('from another gateway');

/** Relays cursors and drags between the gateways that have a scene open. Nothing is stored. */
export interface AwarenessRelay {
  /** Relays a change, unless it came from another gateway. */
  handleChange(
    change: Pick<
      onAwarenessUpdatePayload,
      'document' | 'added' | 'updated' | 'removed' | 'transactionOrigin'
    >,
  ): void;
  /** Sends the states of all clients here, for a gateway that has just opened the scene. */
  notifyAll(compositionId: string): void;
  close(): void;
}

/** Clients of a document whose changes are sent together. */
type PendingBatch = { document: Document; clients: Set<number> };

/** @param options.ready resolves when earlier edits of a scene are committed: a drag must not end before its move. */
export function createAwarenessRelay(options: {
  bus: Bus;
  logger: Logger;
  gatewayId: string;
  findDocument: (compositionId: string) => Document | undefined;
  idOf: (document: Document) => string;
  isElsewhere: (compositionId: string) => boolean;
  ready: {
    toSend: (compositionId: string) => Promise<void>;
    toShow: (compositionId: string) => Promise<void>;
  };
  /** Receives the clients of which another gateway has a state. */
  onClientsElsewhere: (document: Document, clients: readonly PresentClient[]) => void;
}): AwarenessRelay {
  const { bus, logger, gatewayId, findDocument, idOf, isElsewhere, ready, onClientsElsewhere } = options;
  const pendingBatches = new Map<string, PendingBatch>();
  const timers = new Set<NodeJS.Timeout>();
  /** Received pieces of the update that each gateway is sending for a scene; a dead gateway leaves some. */
  const pieces = new Map<string, string[]>();
  const keepPieces = (key: string, all: string[]) => {
    const [oldest] = pieces.keys();
    if (pieces.size >= MAX_PARTIAL && oldest !== undefined) {
      pieces.delete(oldest);
    }
    pieces.set(key, all);
  };

  const send = async (id: string, { document, clients }: PendingBatch) => {
    await ready.toSend(id);
    const known = [...clients].filter((client) => document.awareness.meta.has(client));
    const text = Buffer.from(encodeAwarenessUpdate(document.awareness, known)).toString('base64');
    const count = Math.ceil(text.length / PIECE_CHARACTERS);
    for (let at = 0; at < count; at += 1) {
      const piece = text.slice(at * PIECE_CHARACTERS, (at + 1) * PIECE_CHARACTERS);
      await bus.publish(AWARENESS_CHANNEL, `${gatewayId}:${id}:${at}:${count}:${piece}`);
    }
  };

  const addToBatch = (id: string, document: Document, clients: readonly number[]) => {
    const known = pendingBatches.get(id);
    if (known?.document === document) {
      for (const client of clients) {
        known.clients.add(client);
      }
      return;
    }
    const pendingBatch: PendingBatch = { document, clients: new Set(clients) };
    pendingBatches.set(id, pendingBatch);
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (pendingBatches.get(id) === pendingBatch) {
        pendingBatches.delete(id);
      }
      send(id, pendingBatch).catch((err: unknown) =>
        logger.debug({ err }, 'what people point at was not told'),
      );
    }, GATHER_MS);
    timers.add(timer.unref());
  };

  const show = async (id: string, update: Uint8Array) => {
    await ready.toShow(id);
    const document = findDocument(id);
    if (document) {
      onClientsElsewhere(document, readClients(update));
      applyAwarenessUpdate(document.awareness, update, FROM_ELSEWHERE);
    }
  };

  const stop = bus.subscribe(AWARENESS_CHANNEL, ([message = '']) => {
    const [from = '', id = '', at, count, piece = ''] = message.split(':');
    if (from === gatewayId) {
      return;
    }
    const key = `${from} ${id}`;
    // The pieces of one sender come in order; after a loss the next update starts a new list.
    const before = at === '0' ? [] : (pieces.get(key) ?? []);
    const all = [...before, piece];
    pieces.delete(key);
    if (all.length < Number(count)) {
      keepPieces(key, all);
      return;
    }
    show(id, Buffer.from(all.join(''), 'base64')).catch((err: unknown) =>
      logger.debug({ err }, 'what people point at elsewhere was not understood'),
    );
  });

  return {
    handleChange: ({ document, added, updated, removed, transactionOrigin: origin }) => {
      // Without an origin a client has left; other origins are of this process or of another gateway.
      const isOfHere = origin === null || (isTransactionOrigin(origin) && origin.source === 'connection');
      if (isOfHere && isElsewhere(idOf(document))) {
        addToBatch(idOf(document), document, [...added, ...updated, ...removed]);
      }
    },
    notifyAll: (id) => {
      const document = findDocument(id);
      const clients = [...(document?.connections.values() ?? [])].flatMap((entry) => [...entry.clients]);
      if (document && clients.length > 0) {
        addToBatch(id, document, clients);
      }
    },
    close: () => {
      stop();
      for (const timer of timers) {
        clearTimeout(timer);
      }
    },
  };
}
