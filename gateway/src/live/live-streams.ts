import type { ServerResponse } from 'node:http';
import type { Language } from '@diorama/shared/i18n/t.ts';

/** Unread bytes after which a stream, the streams of a user, or the stream with the most in this process is closed. */
export const UNREAD_LIMITS = { stream: 1_000_000, user: 4_000_000, process: 64_000_000 } as const;

/** A person's open stream. */
export type LiveClient = {
  userId: string;
  sessionId: string;
  language: Language;
  response: ServerResponse;
  lastEventId: number | null;
};

/** Messages of a stream that wait until its replay has been sent. */
type Held = { texts: string[]; bytes: number };

/**
 * The open streams of this gateway. A closed client reconnects for the missed events, so any stream may
 * be closed.
 */
export interface LiveStreams {
  readonly size: number;
  all(): LiveClient[];
  ofUsers(userIds: ReadonlySet<string>): LiveClient[];
  /** Adds a stream whose messages are held back until `release`. */
  add(client: LiveClient): void;
  release(client: LiveClient): void;
  remove(client: LiveClient): void;
  /** Sends a message, after those held back. */
  send(client: LiveClient, text: string): void;
  /** Sends a message past those that are held back. */
  sendNow(client: LiveClient, text: string): void;
  end(clients: Iterable<LiveClient>): void;
}

export function createLiveStreams(
  limits: Record<keyof typeof UNREAD_LIMITS, number> = UNREAD_LIMITS,
): LiveStreams {
  const byUser = new Map<string, Set<LiveClient>>();
  const held = new Map<LiveClient, Held>();
  /** Streams that had unread bytes when they were last written to. */
  const behind = new Set<LiveClient>();
  let size = 0;

  const unreadOf = (client: LiveClient) => client.response.writableLength + (held.get(client)?.bytes ?? 0);

  const boundUnread = (client: LiveClient) => {
    if (unreadOf(client) === 0) {
      behind.delete(client);
      return;
    }
    behind.add(client);
    const own = [...(byUser.get(client.userId) ?? [])];
    if (unreadOf(client) > limits.stream) {
      close(client);
    }
    closeMostUnread(own, limits.user);
    closeMostUnread([...behind], limits.process);
  };

  /** Closes the streams with the most unread bytes, until all together have no more than `limit`. */
  const closeMostUnread = (clients: readonly LiveClient[], limit: number) => {
    const open = clients.filter(({ response }) => !response.destroyed);
    let total = open.reduce((sum, client) => sum + unreadOf(client), 0);
    if (total <= limit) {
      return;
    }
    for (const client of open.toSorted((a, b) => unreadOf(b) - unreadOf(a))) {
      total -= unreadOf(client);
      close(client);
      if (total <= limit) {
        return;
      }
    }
  };

  const close = (client: LiveClient) => {
    client.response.destroy();
    held.delete(client);
    behind.delete(client);
  };

  const write = (client: LiveClient, text: string) => {
    if (!client.response.destroyed && !client.response.writableEnded) {
      client.response.write(text);
      boundUnread(client);
    }
  };

  return {
    get size() {
      return size;
    },
    all: () => [...byUser.values()].flatMap((own) => [...own]),
    ofUsers: (userIds) => [...userIds].flatMap((userId) => [...(byUser.get(userId) ?? [])]),
    add: (client) => {
      const own = byUser.get(client.userId) ?? new Set();
      byUser.set(client.userId, own.add(client));
      held.set(client, { texts: [], bytes: 0 });
      size += 1;
    },
    release: (client) => {
      const texts = held.get(client)?.texts ?? [];
      held.delete(client);
      for (const text of texts) {
        write(client, text);
      }
    },
    remove: (client) => {
      const own = byUser.get(client.userId);
      if (own?.delete(client)) {
        size -= 1;
      }
      if (own?.size === 0) {
        byUser.delete(client.userId);
      }
      held.delete(client);
      behind.delete(client);
    },
    send: (client, text) => {
      const waiting = held.get(client);
      if (!waiting) {
        write(client, text);
        return;
      }
      waiting.texts.push(text);
      waiting.bytes += text.length;
      boundUnread(client);
    },
    sendNow: write,
    end: (clients) => {
      for (const { response } of clients) {
        response.end();
      }
    },
  };
}
