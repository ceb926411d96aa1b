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

/** `held` are messages that wait until the replay has been sent; `unread` counts their bytes, too. */
type Stream = { held: string[] | null; unread: number };
type StreamsOfUser = { streams: Map<LiveClient, Stream>; unread: number };

/**
 * The open streams of this gateway. A closed client reconnects for the missed events, so any stream may
 * be closed.
 */
export class LiveStreams {
  readonly #limits: Record<keyof typeof STREAM_UNREAD_LIMITS, number>;
  readonly #byUser = new Map<string, StreamsOfUser>();
  #unread = 0;

  constructor(limits: Record<keyof typeof STREAM_UNREAD_LIMITS, number> = STREAM_UNREAD_LIMITS) {
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#byUser.size === 0;
  }

  all(): LiveClient[] {
    return this.ofUsers(this.#byUser.keys());
  }

  ofUsers(userIds: Iterable<string>): LiveClient[] {
    return [...userIds].flatMap((userId) => [...(this.#byUser.get(userId)?.streams.keys() ?? [])]);
  }

  /** Adds a stream whose messages are held back until {@link release}. */
  add(client: LiveClient): void {
    const own = this.#byUser.get(client.userId) ?? { streams: new Map(), unread: 0 };
    own.streams.set(client, { held: [], unread: 0 });
    this.#byUser.set(client.userId, own);
  }

  release(client: LiveClient): void {
    const stream = this.#find(client);
    const texts = stream?.held ?? [];
    if (stream) {
      stream.held = null;
    }
    for (const text of texts) {
      this.#count(client, -Buffer.byteLength(text));
      this.sendNow(client, text);
    }
  }

  remove(client: LiveClient): void {
    const own = this.#byUser.get(client.userId);
    this.#count(client, -(own?.streams.get(client)?.unread ?? 0));
    own?.streams.delete(client);
    if (own?.streams.size === 0) {
      this.#byUser.delete(client.userId);
    }
  }

  /** Sends a message, after those held back. */
  send(client: LiveClient, text: string): void {
    const held = this.#find(client)?.held;
    if (!held) {
      this.sendNow(client, text);
      return;
    }
    held.push(text);
    this.#count(client, Buffer.byteLength(text));
    this.#boundUnread(client);
  }

  /** Sends a message past those that are held back. */
  sendNow(client: LiveClient, text: string): void {
    const { response } = client;
    if (!this.#find(client) || response.destroyed || response.writableEnded) {
      return;
    }
    const bytes = Buffer.byteLength(text);
    this.#count(client, bytes);
    response.write(text, () => this.#count(client, -bytes));
    this.#boundUnread(client);
  }

  end(clients: Iterable<LiveClient>): void {
    for (const { response } of clients) {
      response.end();
    }
  }

  #find(client: LiveClient): Stream | undefined {
    return this.#byUser.get(client.userId)?.streams.get(client);
  }

  /** Changes the unread bytes of a stream that was not removed. */
  #count(client: LiveClient, bytes: number): void {
    const own = this.#byUser.get(client.userId);
    const stream = own?.streams.get(client);
    if (own && stream) {
      stream.unread += bytes;
      own.unread += bytes;
      this.#unread += bytes;
    }
  }

  /** Looks at other streams only beyond a limit: a message to all streams costs each of them the same. */
  #boundUnread(client: LiveClient): void {
    if ((this.#find(client)?.unread ?? 0) > this.#limits.stream) {
      this.#close(client);
    }
    const own = this.#byUser.get(client.userId);
    if (own && own.unread > this.#limits.user) {
      this.#closeMostUnread(own.streams, own.unread - this.#limits.user);
    }
    if (this.#unread > this.#limits.process) {
      const all = [...this.#byUser.values()].flatMap(({ streams }) => [...streams]);
      this.#closeMostUnread(all, this.#unread - this.#limits.process);
    }
  }

  /** Closes the streams with the most unread bytes, until `excess` bytes are gone. */
  #closeMostUnread(streams: Iterable<[LiveClient, Stream]>, excess: number): void {
    let left = excess;
    for (const [client, { unread }] of [...streams].sort(([, a], [, b]) => b.unread - a.unread)) {
      if (left <= 0) {
        return;
      }
      left -= unread;
      this.#close(client);
    }
  }

  #close(client: LiveClient): void {
    this.remove(client);
    client.response.destroy();
  }
}
