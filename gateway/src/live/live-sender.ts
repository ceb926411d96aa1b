import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { audienceOf, listLive } from '@diorama/shared/server/delivery/live-stream.queries.ts';
import { forEachLimited } from '@diorama/shared/server/runtime/for-each-limited.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { createEventTexts, type OpenView, resetText } from './live-event.ts';
import type { LiveClient, LiveStreams } from './live-streams.ts';
import { keepCreation, type LiveChange, resourceKeyOf } from './workspace-queues.ts';

/** Reads of one change for different viewers at the same time; the pool of connections serves requests as well. */
const VIEWERS_AT_ONCE = 4;

type SenderDeps = {
  db: Knex;
  logger: Logger;
  streams: LiveStreams;
  openView: OpenView;
  /** Position below which every stream has received all changes, apart from the given one. */
  positionOf: (current: LiveChange | null) => number;
};

/** Sends changes to streams, each in the state that its viewer may see. */
export class LiveSender {
  readonly #deps: SenderDeps;
  readonly #replays = new Map<string, Promise<void>>();

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /** Sends a change to the streams of its audience. */
  async deliver(change: LiveChange): Promise<void> {
    const { db, logger, streams } = this.#deps;
    if (streams.isEmpty) {
      return;
    }
    try {
      const audience = await audienceOf(db, change);
      await this.#sendTo(change, () => streams.ofUsers(audience), 'send');
    } catch (err) {
      // The audience of the change is unknown, so all clients reconnect.
      logger.warn({ err }, 'audience of a live event could not be read');
      streams.end(streams.all());
    }
  }

  /**
   * Sends a returning stream the last state of all that changed since. Replays of one user run one after the
   * other, so that many streams of one user cost others nothing.
   */
  async replay(client: LiveClient, after: number): Promise<void> {
    const { userId } = client;
    const mine = (this.#replays.get(userId) ?? Promise.resolve()).then(() => this.#replayNow(client, after));
    const settled = mine.catch(() => undefined);
    this.#replays.set(userId, settled);
    await settled;
    if (this.#replays.get(userId) === settled) {
      this.#replays.delete(userId);
    }
    return mine;
  }

  async #replayNow(client: LiveClient, after: number): Promise<void> {
    const { db } = this.#deps;
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
        await this.#sendTo(change, () => [client], 'sendNow');
      }
    }
  }

  /** Sends a change, read once per viewer. A viewer whose state cannot be read is ended, and comes back for it. */
  async #sendTo(
    change: LiveChange,
    clients: () => readonly LiveClient[],
    send: 'send' | 'sendNow',
  ): Promise<void> {
    const { logger, streams, openView, positionOf } = this.#deps;
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
            streams[send](client, text);
          }
        }
      } catch (err) {
        logger.warn({ err }, 'live event could not be read');
        streams.end(own);
      }
    });
  }
}
