import type { ServerResponse } from 'node:http';
import type { Language } from '@diorama/shared/i18n/t.ts';

/** Unread bytes after which a stream, the streams of a user, or the stream with the most in this process is closed. */
export const STREAM_UNREAD_LIMITS = { stream: 1_000_000, user: 4_000_000, process: 64_000_000 } as const;

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
export class LiveStreams {
  readonly #limits: Record<keyof typeof STREAM_UNREAD_LIMITS, number>;
  readonly #byUser = new Map<string, Set<LiveClient>>();
  readonly #held = new Map<LiveClient, Held>();
  /** Streams that had unread bytes when they were last written to. */
  readonly #behind = new Set<LiveClient>();

  constructor(limits: Record<keyof typeof STREAM_UNREAD_LIMITS, number> = STREAM_UNREAD_LIMITS) {
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#byUser.size === 0;
  }

  all(): LiveClient[] {
    return [...this.#byUser.values()].flatMap((own) => [...own]);
  }

  ofUsers(userIds: ReadonlySet<string>): LiveClient[] {
    return [...userIds].flatMap((userId) => [...(this.#byUser.get(userId) ?? [])]);
  }

  /** Adds a stream whose messages are held back until {@link release}. */
  add(client: LiveClient): void {
    const own = this.#byUser.get(client.userId) ?? new Set();
    this.#byUser.set(client.userId, own.add(client));
    this.#held.set(client, { texts: [], bytes: 0 });
  }

  release(client: LiveClient): void {
    const texts = this.#held.get(client)?.texts ?? [];
    this.#held.delete(client);
    for (const text of texts) {
      this.sendNow(client, text);
    }
  }

  remove(client: LiveClient): void {
    const own = this.#byUser.get(client.userId);
    own?.delete(client);
    if (own?.size === 0) {
      this.#byUser.delete(client.userId);
    }
    this.#held.delete(client);
    this.#behind.delete(client);
  }

  /** Sends a message, after those held back. */
  send(client: LiveClient, text: string): void {
    const waiting = this.#held.get(client);
    if (!waiting) {
      this.sendNow(client, text);
      return;
    }
    waiting.texts.push(text);
    waiting.bytes += text.length;
    this.#boundUnread(client);
  }

  /** Sends a message past those that are held back. */
  sendNow(client: LiveClient, text: string): void {
    if (!client.response.destroyed && !client.response.writableEnded) {
      client.response.write(text);
      this.#boundUnread(client);
    }
  }

  end(clients: Iterable<LiveClient>): void {
    for (const { response } of clients) {
      response.end();
    }
  }

  #unreadOf(client: LiveClient): number {
    return client.response.writableLength + (this.#held.get(client)?.bytes ?? 0);
  }

  #boundUnread(client: LiveClient): void {
    if (this.#unreadOf(client) === 0) {
      this.#behind.delete(client);
      return;
    }
    this.#behind.add(client);
    const own = this.ofUsers(new Set([client.userId]));
    if (this.#unreadOf(client) > this.#limits.stream) {
      this.#close(client);
    }
    this.#closeMostUnread(own, this.#limits.user);
    this.#closeMostUnread([...this.#behind], this.#limits.process);
  }

  /** Closes the streams with the most unread bytes, until all together have no more than `limit`. */
  #closeMostUnread(clients: readonly LiveClient[], limit: number): void {
    const open = clients.filter(({ response }) => !response.destroyed);
    let total = open.reduce((sum, client) => sum + this.#unreadOf(client), 0);
    for (const client of open.toSorted((a, b) => this.#unreadOf(b) - this.#unreadOf(a))) {
      if (total <= limit) {
        return;
      }
      total -= this.#unreadOf(client);
      this.#close(client);
    }
  }

  #close(client: LiveClient): void {
    client.response.destroy();
    this.#held.delete(client);
    this.#behind.delete(client);
  }
}
