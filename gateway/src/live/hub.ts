import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@diorama/shared/contract/live.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import {
  audienceOf,
  canReplay,
  type LiveReset,
  type LiveRow,
  listLive,
  newestLiveSeq,
  pruneLive,
} from '@diorama/shared/server/db/live-stream.ts';
import { findSessionPerson } from '@diorama/shared/server/db/read-models/sessions.ts';
import type { Deps } from '../deps.ts';
import type { AccessChange } from './access-changes.ts';
import { createSeenChanges, type SeenChanges } from './seen-changes.ts';

/** A comment every so often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20_000;
/** The same resource is told of at most four times a second; the last state always arrives. */
const MIN_INTERVAL_MS = 250;
const PRUNE_MS = 60_000;
/** How far below the newest change a gateway that starts looks for those that are still to appear. */
const LOOK_BACK = 1_000;
/** Who takes in less than it is sent is ended at so many bytes, and is told what it missed when it comes back. */
const MAX_UNSENT_BYTES = 1_000_000;
const RETRY_MS = 500;
/** How long the client of a stream that was closed for a newer one waits, in milliseconds: at most one in turn a minute. */
const CLOSED_RETRY_MS = 60_000;
/** An ended stream that is not read is cut after this time. */
const END_WITHIN_MS = 5_000;
/** Changes are looked for even if nobody woke the hub: a message may be lost. */
const POLL_MS = 2_000;

/** A person's open stream. */
export type LiveClient = {
  userId: string;
  sessionId: string;
  language: Language;
  response: ServerResponse;
  lastEventId: number | null;
};

/** Reads a resource as its GET sends it to that person; null when they may not see it. */
export type ReadState = (row: LiveRow, client: LiveClient) => Promise<{ iri: string; state: unknown } | null>;

export interface LiveHub {
  /** Serves a stream until it is closed by either side. */
  open(client: LiveClient): Promise<void>;
  /**
   * Hears of all that changes, whoever may see it, at most four times a second. `listener` never throws.
   * @returns what ends it
   */
  subscribe(listener: (rows: readonly (LiveRow | LiveReset)[]) => void): () => void;
  close(): Promise<void>;
}

/** Tells open streams of what changed, each in the state that its person may see. */
export function createLiveHub(deps: Deps, readState: ReadState): LiveHub {
  const { db, logger, wakes, connections } = deps;
  const clients = new Set<LiveClient>();
  const listeners = new Set<(rows: readonly (LiveRow | LiveReset)[]) => void>();
  const waiting = new Map<string, LiveRow | LiveReset>();
  let seen: SeenChanges | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let turn: Promise<void> = Promise.resolve();

  /** Reading, greeting and sending never run beside each other: so who is greeted misses nothing and nobody overtakes. */
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const mine = turn.then(act);
    turn = mine.catch((err: unknown) => logger.warn({ err }, 'live changes wait'));
    return mine;
  };
  const wake = () => {
    // Told in the log where it fails; the next change or heartbeat tries again.
    inTurn(readNew).catch(() => undefined);
  };

  const readNew = async () => {
    seen ??= await beginReading();
    const now = performance.now();
    let rows: (LiveRow | LiveReset)[];
    do {
      rows = await listLive(db, { after: seen.newest, missing: seen.missing() });
      seen.note(
        rows.map(({ seq }) => seq),
        now,
      );
      for (const row of rows) {
        const key = `${row.topic} ${row.resource_id} ${row.user_id ?? ''}`;
        waiting.set(key, keepCreation(waiting.get(key), row));
      }
    } while (rows.length > 0);
    if (waiting.size > 0) {
      timer ??= setTimeout(deliver, MIN_INTERVAL_MS);
    }
  };

  /** What is there already concerns nobody here; what is still to appear among it does. */
  const beginReading = async () => {
    const newest = await newestLiveSeq(db);
    const started = createSeenChanges(Math.max(0, newest - LOOK_BACK));
    let rows: (LiveRow | LiveReset)[];
    do {
      rows = await listLive(db, { after: started.newest });
      started.note(
        rows.map(({ seq }) => seq),
        performance.now(),
      );
    } while (rows.length > 0 && started.newest < newest);
    return started;
  };

  const deliver = () => {
    timer = null;
    const rows = [...waiting.values()].sort((a, b) => a.seq - b.seq);
    waiting.clear();
    for (const listener of listeners) {
      listener(rows);
    }
    // What could not be read they are told of when they come back.
    inTurn(() => sendAll(rows, clients)).catch(endAll);
  };
  const endAll = () => {
    for (const { response } of clients) {
      response.end();
    }
  };

  const sendAll = async (rows: readonly (LiveRow | LiveReset)[], to: ReadonlySet<LiveClient>) => {
    if (to.size === 0) {
      return;
    }
    for (const row of rows) {
      const audience = await audienceOf(db, row);
      for (const client of to) {
        if (audience.has(client.userId)) {
          await sendOne(row, client);
        }
      }
    }
  };

  const sendOne = async (row: LiveRow | LiveReset, client: LiveClient) => {
    // Who comes back is told of everything after this number: also of what is still to appear below the row's own.
    const id = Math.min(row.seq, seen?.safe ?? row.seq);
    if (row.topic === 'reset') {
      write(client, resetAt(id));
      return;
    }
    // Gone for one person alone: only if they do not see it in another way.
    const isGoneForOne = row.type === 'deleted' && row.account_id === null;
    const found = row.type === 'deleted' && !isGoneForOne ? null : await readState(row, client);
    if (isGoneForOne ? found : !found && row.type !== 'deleted') {
      return;
    }
    const data: LiveEvent = {
      '@id': found?.iri ?? iriOf(row),
      type: row.type,
      state: found?.state ?? null,
    };
    write(client, `id: ${id}\nevent: ${row.topic}\ndata: ${JSON.stringify(data)}\n\n`);
  };

  const write = (client: LiveClient, text: string) => {
    client.response.write(text);
    if (client.response.writableLength > MAX_UNSENT_BYTES) {
      client.response.destroy();
    }
  };

  /** @returns whether its session had ended, and the stream with it */
  const endIfOver = async ({ sessionId, userId, response }: LiveClient) => {
    const person = await findSessionPerson(db, sessionId, userId);
    const isOver = !person || person.revoked || person.gone;
    if (isOver) {
      response.end();
    }
    return isOver;
  };
  /** Ends the streams of sessions that have ended. Tries until there is an answer. */
  const askAgain = async (change: AccessChange) => {
    const isConcerned = ({ sessionId, userId }: LiveClient) =>
      change === null || change.ids.has(change.kind === 'session' ? sessionId : userId);
    for (const client of [...clients].filter(isConcerned)) {
      await endIfOver(client);
    }
  };
  const askSurely = async (change: AccessChange) => {
    while (!isClosed) {
      try {
        return await askAgain(change);
      } catch (err) {
        logger.warn({ err }, 'whose sessions have ended could not be asked, trying again');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };

  const stopListening = wakes.on('live', wake);
  const poll = setInterval(wake, POLL_MS);
  wake();
  const heartbeat = setInterval(() => {
    for (const client of clients) {
      write(client, ': still here\n\n');
    }
    wake();
  }, HEARTBEAT_MS);
  const prune = setInterval(() => {
    pruneLive(db).catch((err: unknown) => logger.warn({ err }, 'old live changes stay for now'));
  }, PRUNE_MS);
  const stopAsking = deps.access.subscribe((change) => {
    // Never rejects: it tries again.
    void askSurely(change);
  });

  return {
    open: async (client) => {
      const { response } = client;
      if (response.closed) {
        return;
      }
      const ended = new Promise<void>((resolve) => response.once('close', resolve));
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      response.flushHeaders();
      const leave = connections.open({
        limit: 'streams-of-user',
        holder: client.userId,
        close: () => {
          clients.delete(client);
          endForNewer(response);
        },
      });
      if (leave === null) {
        endForNewer(response);
        return;
      }
      await inTurn(() => greet(client)).catch(() => response.destroy());
      await ended;
      leave();
      clients.delete(client);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      clearInterval(prune);
      clearInterval(poll);
      if (timer) {
        clearTimeout(timer);
      }
      stopAsking();
      stopListening();
      endAll();
      await turn;
    },
  };

  /** Takes a stream in, and replays what a returning one missed or tells it to read everything anew. */
  async function greet(client: LiveClient): Promise<void> {
    if (client.response.writableEnded || client.response.closed || isClosed) {
      client.response.end();
      return;
    }
    // Before anything is read: what is committed from here on is sent to it.
    clients.add(client);
    if (await endIfOver(client)) {
      // Between being let in and being here, when nobody could tell it.
      return;
    }
    const { lastEventId } = client;
    if (lastEventId === null || !(await canReplay(db, lastEventId))) {
      await readNew();
      write(client, resetAt(seen?.safe ?? 0));
      return;
    }
    write(client, ': welcome back\n\n');
    await sendAll(await listLive(db, { after: lastEventId }), new Set([client]));
  }
}

/** Ends a stream with its reason, also where the client does not read. */
function endForNewer(response: ServerResponse): void {
  const data = JSON.stringify({ reason: 'too-many-streams' });
  response.end(`retry: ${CLOSED_RETRY_MS}\nevent: closed\ndata: ${data}\n\n`);
  setTimeout(() => response.destroy(), END_WITHIN_MS).unref();
}

function resetAt(id: number): string {
  return `id: ${id}\nevent: reset\ndata: {}\n\n`;
}

/** Of several changes of one resource the last counts; that it is new must not get lost. */
function keepCreation<Row extends LiveRow | LiveReset>(earlier: { type: string } | undefined, row: Row): Row {
  return earlier?.type === 'created' && row.type === 'updated' ? { ...row, type: 'created' } : row;
}

const PATHS: Record<LiveRow['topic'], string> = {
  asset: '/api/assets/',
  'scene-output': '/api/outputs/',
  order: '/api/orders/',
  composition: '/api/compositions/',
  project: '/api/projects/',
  comment: '/api/comments/',
  invitation: '/api/invitations/',
  account: '/api/accounts/',
};

function iriOf(row: LiveRow): string {
  return PATHS[row.topic] + row.resource_id;
}
