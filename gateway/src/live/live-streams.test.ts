import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
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

function clientOf(userId: string) {
  const response = new UnreadResponse();
  const client: LiveClient = {
    userId,
    sessionId: userId,
    language: 'en',
    response: response as unknown as ServerResponse,
    lastEventId: null,
  };
  return { client, response };
}

function openStreams(users: readonly string[]) {
  const streams = new LiveStreams(LIMITS);
  const opened = users.map(clientOf);
  for (const { client } of opened) {
    streams.add(client);
    streams.release(client);
  }
  return { streams, opened };
}

it('closes a stream with too many unread bytes and no other', () => {
  const { streams, opened } = openStreams(['a', 'a']);
  const [first, second] = opened;
  if (first && second) {
    streams.send(first.client, 'x'.repeat(LIMITS.stream + 1));
    streams.send(second.client, 'x');
  }
  expect(opened.map(({ response }) => response.destroyed)).toEqual([true, false]);
});

it('closes the most unread streams of a user, and of the process', () => {
  const { streams, opened } = openStreams(['a', 'a', 'b', 'c', 'd']);
  const bytes = [80, 90, 90, 70, 60];
  opened.forEach(({ client }, at) => {
    streams.send(client, 'x'.repeat(bytes[at] ?? 0));
  });
  // The two streams of the first user exceed the user's limit. Then three others and the smaller one exceed
  // that of the process.
  expect(opened.map(({ response }) => response.destroyed)).toEqual([false, true, true, false, false]);
});

it('holds back what is sent during a replay, in order and bounded', () => {
  const streams = new LiveStreams(LIMITS);
  const { client, response } = clientOf('a');
  streams.add(client);
  streams.send(client, 'new');
  streams.sendNow(client, 'old ');
  expect(response.texts).toEqual(['old ']);
  streams.release(client);
  expect(response.texts).toEqual(['old ', 'new']);
  const full = clientOf('b');
  streams.add(full.client);
  streams.send(full.client, 'x'.repeat(LIMITS.stream + 1));
  expect(full.response.destroyed).toBe(true);
});
