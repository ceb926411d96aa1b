import type { ServerResponse } from 'node:http';
import type { Language } from '@diorama/shared/i18n/t.ts';
import {
  audienceOf,
  canReplay,
  type LiveRow,
  listLive,
  newestLiveSeq,
  pruneLive,
} from '@diorama/shared/server/delivery/live-stream.queries.ts';
import { findSessionPerson } from '@diorama/shared/server/people/sessions.queries.ts';
import { forEachLimited } from '@diorama/shared/server/runtime/for-each-limited.ts';
import { createLoop } from '@diorama/shared/server/runtime/loop.ts';
import type { Deps } from '../deps.ts';
import type { AccessChange } from './access-changes.ts';
import { type ChangeTracker, createChangeTracker } from './change-tracker.ts';
import { closedText, createEventTexts, resetText } from './live-event.ts';
import { createLiveStreams, type LiveClient } from './live-streams.ts';
import { createWorkspaceQueues, keepCreation, type LiveChange, resourceKeyOf } from './workspace-queues.ts';

/** A comment every so often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20_000;
/** Shortest time between two states of one resource; the last state always arrives. */
const MIN_INTERVAL_MS = 250;
const PRUNE_MS = 60_000;
/** Distance below the newest change in which a starting gateway looks for uncommitted numbers. */
const LOOK_BACK = 1_000;
const RETRY_MS = 500;
/** An ended stream that is not read is cut after this time. */
const END_WITHIN_MS = 5_000;
/** Changes are read at least this often, as a wake-up may be lost. */
const POLL_MS = 2_000;
/** Reads of one change for different viewers at the same time; the pool of connections serves requests as well. */
const VIEWERS_AT_ONCE = 4;
/** Sessions that are checked with one statement. */
const SESSIONS_AT_ONCE = 100;

/** The person and the language a state is read for. */
export type Viewer = { userId: string; language: Language };

/** Returns a resource as its GET sends it to a viewer; null when they may not see it. */
export type LiveView = (viewer: Viewer) => Promise<{ iri: string; state: unknown } | null>;

/** Opens one changed resource. Data shared by all viewers is read once, by the first of them. */
export type OpenView = (row: LiveRow) => LiveView;

export interface LiveHub {
  /** Serves a stream until it is closed by either side. */
  open(client: LiveClient): Promise<void>;
  /**
   * Passes on every change, independent of viewers, at most four times a second per workspace. `listener`
   * never throws.
   * @returns the unsubscribe function
   */
  subscribe(listener: (changes: readonly LiveChange[]) => void): () => void;
  close(): Promise<void>;
}

/** Sends changes to the open streams, each in the state that its viewer may see. */
export function createLiveHub(deps: Deps, openView: OpenView): LiveHub {
  const { db, logger, wakes, connections } = deps;
  const streams = createLiveStreams();
  const listeners = new Set<(changes: readonly LiveChange[]) => void>();
  const replays = new Map<string, Promise<void>>();
  let seen: ChangeTracker | null = null;
  let beginning: Promise<ChangeTracker> | null = null;
  let isClosed = false;

  const queues = createWorkspaceQueues({
    everyMs: MIN_INTERVAL_MS,
    onBatch: (changes) => {
      for (const listener of listeners) {
        listener(changes);
      }
    },
    deliver: async (change) => {
      if (streams.size === 0) {
        return;
      }
      try {
        const audience = await audienceOf(db, change);
        await sendTo(change, () => streams.ofUsers(audience));
      } catch (err) {
        // The audience of the change is unknown, so all clients reconnect.
        logger.warn({ err }, 'the audience of a live change could not be read');
        streams.end(streams.all());
      }
    },
  });

  /** Numbers below the returned position have been delivered to every stream, apart from `current`. */
  const positionOf = (current: LiveChange | null) =>
    Math.min(
      current?.seq ?? Number.POSITIVE_INFINITY,
      seen?.safe ?? Number.POSITIVE_INFINITY,
      queues.deliveredBeside(current),
    );

  const readNew = async () => {
    const known = await begin();
    const now = performance.now();
    let rows: LiveChange[];
    do {
      rows = await listLive(db, { after: known.newest, missing: known.missing() });
      known.note(
        rows.map(({ seq }) => seq),
        now,
      );
      queues.add(rows);
    } while (rows.length > 0);
  };

  const begin = (): Promise<ChangeTracker> => {
    beginning ??= beginReading().catch((error: unknown) => {
      beginning = null;
      throw error;
    });
    return beginning;
  };
  /** Existing changes concern no stream of this gateway. Those that are still to appear among them do. */
  const beginReading = async () => {
    const newest = await newestLiveSeq(db);
    const started = createChangeTracker(Math.max(0, newest - LOOK_BACK));
    let rows: LiveChange[];
    do {
      rows = await listLive(db, { after: started.newest });
      started.note(
        rows.map(({ seq }) => seq),
        performance.now(),
      );
    } while (rows.length > 0 && started.newest < newest);
    seen = started;
    return started;
  };

  /** Sends a change, read once per viewer. A viewer whose state cannot be read is ended, and comes back for it. */
  const sendTo = async (
    change: LiveChange,
    clients: () => readonly LiveClient[],
    send: (client: LiveClient, text: string) => void = streams.send,
  ) => {
    const eventFor =
      change.topic === 'reset' ? async () => resetText : createEventTexts(change, openView(change));
    const byViewer = Map.groupBy(clients(), ({ userId, language }) => `${userId} ${language}`);
    await forEachLimited(byViewer.values(), VIEWERS_AT_ONCE, async (own) => {
      const [viewer] = own;
      if (!viewer) {
        return;
      }
      try {
        const textAt = await eventFor(viewer);
        const text = textAt?.(positionOf(change));
        if (text !== undefined) {
          for (const client of own) {
            send(client, text);
          }
        }
      } catch (err) {
        logger.warn({ err }, 'a live change could not be read');
        streams.end(own);
      }
    });
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
  const endOver = async (change: AccessChange) => {
    const isConcerned = ({ sessionId, userId }: LiveClient) =>
      change === null || change.ids.has(change.kind === 'session' ? sessionId : userId);
    while (!isClosed) {
      try {
        return await forEachLimited(streams.all().filter(isConcerned), SESSIONS_AT_ONCE, endIfOver);
      } catch (err) {
        logger.warn({ err }, 'ended sessions could not be read, trying again');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };

  const reading = createLoop({
    everyMs: POLL_MS,
    run: readNew,
    onError: (err) => logger.warn({ err }, 'live changes wait'),
  });
  reading.wake();
  const stopListening = wakes.on('live', reading.wake);
  const heartbeat = setInterval(() => {
    for (const client of streams.all()) {
      streams.send(client, ': still here\n\n');
    }
  }, HEARTBEAT_MS);
  const prune = setInterval(() => {
    pruneLive(db).catch((err: unknown) => logger.warn({ err }, 'old live changes stay for now'));
  }, PRUNE_MS);
  const stopAsking = deps.access.subscribe((change) => {
    // Never rejects: it tries again.
    void endOver(change);
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
          streams.remove(client);
          endForNewer(response);
        },
      });
      if (leave === null) {
        endForNewer(response);
        return;
      }
      await greet(client).catch(() => response.destroy());
      await ended;
      leave();
      streams.remove(client);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      clearInterval(prune);
      stopAsking();
      stopListening();
      streams.end(streams.all());
      await reading.close();
      await queues.close();
    },
  };

  /** Adds a stream, and replays what a returning one missed or has it read everything again. */
  async function greet(client: LiveClient): Promise<void> {
    if (client.response.writableEnded || client.response.closed || isClosed) {
      client.response.end();
      return;
    }
    // Before anything is read: changes that are committed from here on are held back for it.
    streams.add(client);
    await begin();
    if (await endIfOver(client)) {
      return;
    }
    const { lastEventId } = client;
    if (lastEventId === null || !(await canReplay(db, lastEventId))) {
      streams.sendNow(client, resetText(positionOf(null)));
    } else {
      streams.sendNow(client, ': welcome back\n\n');
      await inTurnOf(client.userId, () => replay(client, lastEventId));
    }
    streams.release(client);
  }

  /** Replays of one user run one after the other, so that many streams of one user cost others nothing. */
  async function inTurnOf(userId: string, act: () => Promise<void>): Promise<void> {
    const mine = (replays.get(userId) ?? Promise.resolve()).then(act);
    const settled = mine.catch(() => undefined);
    replays.set(userId, settled);
    await settled;
    if (replays.get(userId) === settled) {
      replays.delete(userId);
    }
    return mine;
  }

  async function replay(client: LiveClient, after: number): Promise<void> {
    const last = new Map<string, LiveChange>();
    for (const change of await listLive(db, { after })) {
      const key = resourceKeyOf(change);
      last.set(key, keepCreation(last.get(key), change));
    }
    for (const change of [...last.values()].sort((a, b) => a.seq - b.seq)) {
      if (client.response.closed) {
        return;
      }
      if ((await audienceOf(db, change)).has(client.userId)) {
        await sendTo(change, () => [client], streams.sendNow);
      }
    }
  }
}

/** Ends a stream with its reason, also where the client does not read. */
function endForNewer(response: ServerResponse): void {
  response.end(closedText());
  setTimeout(() => response.destroy(), END_WITHIN_MS).unref();
}
