import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { type LiveClient, LiveStreams } from './live-streams.ts';

const LIMITS = { stream: 100, user: 150, process: 250 };

/** A response with a client that does not read. */
class UnreadResponse extends EventEmitter {
  texts: string[] = [];
  destroyed = false;
  writableEnded = false;
  get writableLength() {
    return this.texts.join('').length;
  }
  write(text: string) {
    this.texts.push(text);
  }
  destroy() {
    this.destroyed = true;
  }
}

function clientOf(userId: string, response: object): LiveClient {
  return {
    userId,
    sessionId: userId,
    language: 'en',
    // The streams use only these parts of a response.
    response: response as ServerResponse,
    lastEventId: null,
  };
}

function unreadClientOf(userId: string) {
  const response = new UnreadResponse();
  return { client: clientOf(userId, response), response };
}

function openStreams(users: readonly string[]) {
  const streams = new LiveStreams(LIMITS);
  const opened = users.map(unreadClientOf);
  for (const { client } of opened) {
    streams.add(client);
    streams.release(client);
  }
  return { streams, opened };
}

it('a stream with too many unread bytes is closed, others stay open', () => {
  const { streams, opened } = openStreams(['a', 'a']);
  const [first, second] = opened;
  if (first && second) {
    streams.send(first.client, 'x'.repeat(LIMITS.stream + 1));
    streams.send(second.client, 'x');
  }
  expect(opened.map(({ response }) => response.destroyed)).toEqual([true, false]);
});

it('the streams with the most unread bytes are closed at the limits of user and process', () => {
  const { streams, opened } = openStreams(['a', 'a', 'b', 'c', 'd']);
  const bytes = [80, 90, 90, 70, 60];
  opened.forEach(({ client }, at) => {
    streams.send(client, 'x'.repeat(bytes[at] ?? 0));
  });
  // The two streams of the first user exceed the user's limit. Then three others and the smaller one exceed
  // that of the process.
  expect(opened.map(({ response }) => response.destroyed)).toEqual([false, true, true, false, false]);
});

it('events during a replay are held back in order, up to a limit', () => {
  const streams = new LiveStreams(LIMITS);
  const { client, response } = unreadClientOf('a');
  streams.add(client);
  streams.send(client, 'new');
  streams.sendNow(client, 'old ');
  expect(response.texts).toEqual(['old ']);
  streams.release(client);
  expect(response.texts).toEqual(['old ', 'new']);
  const full = unreadClientOf('b');
  streams.add(full.client);
  streams.send(full.client, 'x'.repeat(LIMITS.stream + 1));
  expect(full.response.destroyed).toBe(true);
});

/** A response that passes on its bytes in the next tick, as Node does, and counts how often it is looked at. */
class CorkedResponse {
  readonly writableEnded = false;
  destroy = vi.fn();
  #unread = 0;
  #looks = 0;
  get looks() {
    return this.#looks;
  }
  get destroyed() {
    this.#looks += 1;
    return false;
  }
  get writableLength() {
    this.#looks += 1;
    return this.#unread;
  }
  write(text: string, done?: () => void) {
    this.#unread += text.length;
    process.nextTick(() => {
      this.#unread -= text.length;
      done?.();
    });
  }
}

it('a broadcast checks each stream only a few times and closes none that was read', async () => {
  const streams = new LiveStreams({ stream: 100, user: 150, process: 40_000 });
  const responses = Array.from({ length: 2_000 }, () => new CorkedResponse());
  for (const [at, response] of responses.entries()) {
    const client = clientOf(`user ${at}`, response);
    streams.add(client);
    streams.release(client);
  }
  for (let beat = 0; beat < 3; beat += 1) {
    for (const client of streams.all()) {
      streams.send(client, 'x'.repeat(15));
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const looks = responses.reduce((sum, response) => sum + response.looks, 0);
  expect(looks).toBeLessThan(10 * 3 * responses.length);
  expect(responses.filter(({ destroy }) => destroy.mock.calls.length > 0)).toEqual([]);
});
