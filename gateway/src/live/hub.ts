import type { ServerResponse } from 'node:http';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  canReplay,
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
import { closedText, type OpenView, resetText } from './live-event.ts';
import { LiveSender } from './live-sender.ts';
import { type LiveClient, LiveStreams } from './live-streams.ts';
import { createWorkspaceQueues, type LiveChange } from './workspace-queues.ts';

/** Distance below the newest change in which a starting gateway looks for uncommitted numbers. */
const LOOK_BACK = 1_000;

/** A comment every so often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20_000;
/** Shortest time between two states of one resource; the last state always arrives. */
const MIN_INTERVAL_MS = 250;
const PRUNE_MS = 60_000;
const RETRY_MS = 500;
/** An ended stream that is not read is cut after this time. */
const END_WITHIN_MS = 5_000;
/** Changes are read at least this often, as a wake-up may be lost. */
const POLL_MS = 2_000;
/** Sessions that are checked with one statement. */
const SESSIONS_AT_ONCE = 100;

type ChangeListener = (changes: readonly LiveChange[]) => void;

/** Sends changes to the open streams, each in the state that its viewer may see. */
export class LiveHub {
  readonly #deps: Deps;
  readonly #streams = new LiveStreams();
  readonly #listeners = new Set<ChangeListener>();
  readonly #reader: LiveReader;
  readonly #sender: LiveSender;
  readonly #queues: ReturnType<typeof createWorkspaceQueues>;
  readonly #reading: ReturnType<typeof createLoop>;
  readonly #stops: (() => void)[];
  #isClosed = false;

  constructor(deps: Deps, openView: OpenView) {
    const { db, logger, commitNotifications } = deps;
    this.#deps = deps;
    this.#reader = new LiveReader(db);
    const positionOf = this.#positionOf;
    this.#sender = new LiveSender({ db, logger, streams: this.#streams, openView, positionOf });
    this.#queues = createWorkspaceQueues({
      everyMs: MIN_INTERVAL_MS,
      onBatch: (changes) => {
        for (const listener of this.#listeners) {
          listener(changes);
        }
      },
      deliver: (change) => this.#sender.deliver(change),
    });
    this.#reading = createLoop({
      everyMs: POLL_MS,
      run: () => this.#reader.readNew((rows) => this.#queues.add(rows)),
      onError: (err) => logger.warn({ err }, 'live events could not be read, retrying'),
    });
    this.#reading.wake();
    const heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    const prune = setInterval(() => this.#prune(), PRUNE_MS);
    this.#stops = [
      () => clearInterval(heartbeat),
      () => clearInterval(prune),
      // Never rejects: it tries again.
      deps.access.subscribe((change) => void this.#endOver(change)),
      commitNotifications.on('live', this.#reading.wake),
    ];
  }

  /** Serves a stream until it is closed by either side. */
  async open(client: LiveClient): Promise<void> {
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
    const leave = this.#deps.connections.open({
      limit: 'streams-of-user',
      holder: client.userId,
      close: () => {
        this.#streams.remove(client);
        endForNewer(response);
      },
    });
    if (leave === null) {
      endForNewer(response);
      return;
    }
    await this.#greet(client).catch(() => response.destroy());
    await ended;
    leave();
    this.#streams.remove(client);
  }

  /**
   * Passes on every change, independent of viewers, at most four times a second per workspace. `listener`
   * never throws.
   * @returns the unsubscribe function
   */
  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) {
      stop();
    }
    this.#streams.end(this.#streams.all());
    await this.#reading.close();
    await this.#queues.close();
  }

  /** Numbers below the returned position have been delivered to every stream, apart from `current`. */
  readonly #positionOf = (current: LiveChange | null): number =>
    Math.min(
      current?.seq ?? Number.POSITIVE_INFINITY,
      this.#reader.safe,
      this.#queues.deliveredByOthers(current),
    );

  /** Adds a stream, and replays what a returning one missed or has it read everything again. */
  async #greet(client: LiveClient): Promise<void> {
    if (client.response.writableEnded || client.response.closed || this.#isClosed) {
      client.response.end();
      return;
    }
    // Before anything is read: changes that are committed from here on are held back for it.
    this.#streams.add(client);
    await this.#reader.begin();
    if (await this.#endIfOver(client)) {
      return;
    }
    const { lastEventId } = client;
    if (lastEventId === null || !(await canReplay(this.#deps.db, lastEventId))) {
      this.#streams.sendNow(client, resetText(this.#positionOf(null)));
    } else {
      this.#streams.sendNow(client, ': welcome back\n\n');
      await this.#sender.replay(client, lastEventId);
    }
    this.#streams.release(client);
  }

  /** Ends the streams of sessions that have ended. Tries until there is an answer. */
  async #endOver(change: AccessChange): Promise<void> {
    const isConcerned = ({ sessionId, userId }: LiveClient) =>
      change === null || change.ids.has(change.kind === 'session' ? sessionId : userId);
    while (!this.#isClosed) {
      try {
        const concerned = this.#streams.all().filter(isConcerned);
        return await forEachLimited(concerned, SESSIONS_AT_ONCE, (client) => this.#endIfOver(client));
      } catch (err) {
        this.#deps.logger.warn({ err }, 'ended sessions could not be read, retrying');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** @returns whether its session had ended, and the stream with it */
  async #endIfOver({ sessionId, userId, response }: LiveClient): Promise<boolean> {
    const person = await findSessionPerson(this.#deps.db, sessionId, userId);
    const isOver = !person || person.revoked || person.gone;
    if (isOver) {
      response.end();
    }
    return isOver;
  }

  #beat(): void {
    for (const client of this.#streams.all()) {
      this.#streams.send(client, ': still here\n\n');
    }
  }

  #prune(): void {
    const { db, logger } = this.#deps;
    pruneLive(db).catch((err: unknown) => logger.warn({ err }, 'old live events could not be deleted'));
  }
}

/** Ends a stream with its reason, also where the client does not read. */
function endForNewer(response: ServerResponse): void {
  response.end(closedText());
  setTimeout(() => response.destroy(), END_WITHIN_MS).unref();
}

/** Reads changes in the order of their numbers, without losing those that are committed late. */
class LiveReader {
  readonly #db: Knex;
  #seen: ChangeTracker | null = null;
  #beginning: Promise<ChangeTracker> | null = null;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Number below which every change was read. */
  get safe(): number {
    return this.#seen?.safe ?? Number.POSITIVE_INFINITY;
  }

  /** Finds the position from which changes are read, once; a failed attempt is repeated by the next call. */
  begin(): Promise<ChangeTracker> {
    this.#beginning ??= this.#findStart().catch((error: unknown) => {
      this.#beginning = null;
      throw error;
    });
    return this.#beginning;
  }

  /** Passes on all new changes, in batches. */
  async readNew(onBatch: (rows: readonly LiveChange[]) => void): Promise<void> {
    const known = await this.begin();
    const now = performance.now();
    let rows: LiveChange[];
    do {
      rows = await listLive(this.#db, { after: known.newest, missing: known.missing() });
      known.note(
        rows.map(({ seq }) => seq),
        now,
      );
      onBatch(rows);
    } while (rows.length > 0);
  }

  /** Existing changes concern no stream of this gateway. Those that are still to appear among them do. */
  async #findStart(): Promise<ChangeTracker> {
    const newest = await newestLiveSeq(this.#db);
    const started = createChangeTracker(Math.max(0, newest - LOOK_BACK));
    let rows: LiveChange[];
    do {
      rows = await listLive(this.#db, { after: started.newest });
      started.note(
        rows.map(({ seq }) => seq),
        performance.now(),
      );
    } while (rows.length > 0 && started.newest < newest);
    this.#seen = started;
    return started;
  }
}
