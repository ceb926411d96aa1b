import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@diorama/shared/contract/live.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { createListener } from '@diorama/shared/server/db/listen.ts';
import {
  audienceOf,
  canReplay,
  type LiveRow,
  listLiveAfter,
  newestLiveSeq,
  pruneLive,
} from '@diorama/shared/server/db/live-stream.ts';
import { SESSION_CHANNEL } from '../collab/channels.ts';
import type { Deps } from '../deps.ts';

/** A comment every so often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20_000;
/** The same resource is told of at most four times a second; the last state always arrives. */
const MIN_INTERVAL_MS = 250;
const PRUNE_MS = 60_000;
/** Transactions that run side by side are never further apart than this many changes. */
const LOOK_BACK = 200;

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
  close(): Promise<void>;
}

/** Tells open streams of what changed, each in the state that its person may see. */
export function createLiveHub(deps: Deps, readState: ReadState): LiveHub {
  const { db, logger, env, bus } = deps;
  const clients = new Set<LiveClient>();
  const waiting = new Map<string, LiveRow>();
  const seen = new Set<number>();
  let lastSeq: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let reading: Promise<void> = Promise.resolve();

  const wake = () => {
    reading = reading.then(readNew).catch((err: unknown) => {
      logger.warn({ err }, 'live changes could not be read');
    });
  };

  const readNew = async () => {
    if (lastSeq === null) {
      lastSeq = await newestLiveSeq(db);
      await takeUnseen(lastSeq);
      return;
    }
    for (let rows = await takeUnseen(lastSeq); rows.length > 0; rows = await takeUnseen(lastSeq)) {
      for (const row of rows) {
        const key = `${row.topic} ${row.resource_id} ${row.user_id ?? ''}`;
        waiting.set(key, keepCreation(waiting.get(key), row));
        lastSeq = Math.max(lastSeq, row.seq);
      }
    }
    if (waiting.size > 0) {
      timer ??= setTimeout(deliver, MIN_INTERVAL_MS);
    }
  };

  /** Numbers are given before the commit, so a smaller one may appear after a larger one: look back a little. */
  const takeUnseen = async (after: number): Promise<LiveRow[]> => {
    const rows = await listLiveAfter(db, after - LOOK_BACK);
    const unseen = rows.filter(({ seq }) => !seen.has(seq));
    for (const { seq } of unseen) {
      seen.add(seq);
    }
    for (const seq of seen) {
      if (seq <= after - LOOK_BACK) {
        seen.delete(seq);
      }
    }
    return unseen;
  };

  const deliver = () => {
    timer = null;
    const rows = [...waiting.values()].sort((a, b) => a.seq - b.seq);
    waiting.clear();
    reading = reading
      .then(() => sendAll(rows, clients))
      .catch((err: unknown) => {
        logger.warn({ err }, 'live changes could not be sent');
      });
  };

  const sendAll = async (rows: readonly LiveRow[], to: ReadonlySet<LiveClient>) => {
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

  const sendOne = async (row: LiveRow, client: LiveClient) => {
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
    client.response.write(`id: ${row.seq}\nevent: ${row.topic}\ndata: ${JSON.stringify(data)}\n\n`);
  };

  const listener = createListener({
    databaseUrl: env.databaseUrl,
    channels: ['live'],
    logger,
    onMessage: wake,
    onGap: wake,
  });
  const heartbeat = setInterval(() => {
    for (const client of clients) {
      client.response.write(': still here\n\n');
    }
  }, HEARTBEAT_MS);
  const prune = setInterval(() => {
    pruneLive(db).catch((err: unknown) => logger.warn({ err }, 'old live changes stay for now'));
  }, PRUNE_MS);
  const stopSessions = bus.subscribe(SESSION_CHANNEL, (ids) => {
    for (const client of [...clients].filter(({ sessionId }) => ids.includes(sessionId))) {
      client.response.end();
    }
  });

  return {
    open: async (client) => {
      const ended = new Promise<void>((resolve) => client.response.once('close', resolve));
      client.response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      await greet(client);
      clients.add(client);
      await ended;
      clients.delete(client);
    },
    close: async () => {
      clearInterval(heartbeat);
      clearInterval(prune);
      if (timer) {
        clearTimeout(timer);
      }
      stopSessions();
      for (const client of clients) {
        client.response.end();
      }
      await listener.close();
      await reading;
    },
  };

  /** Replays what a returning stream missed, or tells it to read everything anew. */
  async function greet(client: LiveClient): Promise<void> {
    const { lastEventId } = client;
    if (lastEventId === null || !(await canReplay(db, lastEventId))) {
      const seq = await newestLiveSeq(db);
      client.response.write(`id: ${seq}\nevent: reset\ndata: {}\n\n`);
      return;
    }
    client.response.write(': welcome back\n\n');
    await sendAll(await listLiveAfter(db, lastEventId), new Set([client]));
  }
}

/** Of several changes of one resource the last counts; that it is new must not get lost. */
function keepCreation(earlier: LiveRow | undefined, row: LiveRow): LiveRow {
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
