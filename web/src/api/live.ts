import type { LiveEvent, LiveTopic } from '@diorama/shared/contract/live.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { createListeners } from '../listeners.ts';
import type { Session } from '../session/session.ts';
import { isAbort } from './api-error.ts';
import { ROUTE_TABLE } from './route-table.ts';

/** Message to subscribers: a change of one resource, or `reset` when changes may have been missed. */
export type LiveMessage = { topic: LiveTopic; event: LiveEvent } | { topic: 'reset'; event: null };

/** Live stream of this browser. */
export type Live = {
  /** Calls the listener with every change until the returned function is called. */
  subscribe(listener: (message: LiveMessage) => void): () => void;
  /**
   * Runs the stream while a user is signed in, until the returned function is called.
   * @param language - language of the messages; a change of language requires all shown data to be read again
   */
  start(language: Language): () => void;
};

type Shared = { id: string; message: LiveMessage };

/** Name of both the lock and the channel shared by the tabs of one language. */
const nameOf = (language: Language) => `diorama.live.${language}`;
const RETRY_MS = { first: 1_000, longest: 30_000 };
/**
 * Delay after the server closed the stream because the user has too many; reopening at once would close another one.
 */
const TOO_MANY_RETRY_MS = 60_000;

/**
 * One stream per browser and language instead of one per tab, as six HTTP/1.1 streams would block the browser. The tab
 * that owns a Web Lock reads the stream and forwards each event to the others. A tab that owns a lock is
 * never frozen in the background; when it is closed, the lock passes on at once. Without locks, every tab has a stream.
 */
export function createLive(session: Session): Live {
  const { add: subscribe, notify: emit } = createListeners<[message: LiveMessage]>();
  let lastId = '';
  let spoken: Language | null = null;

  const deliver = ({ id, message }: Shared) => {
    lastId = id;
    emit(message);
  };

  function run(language: Language, signal: AbortSignal) {
    const channel = new BroadcastChannel(nameOf(language));
    channel.onmessage = ({ data }: MessageEvent<Shared>) => deliver(data);
    signal.addEventListener('abort', () => channel.close());
    const read = () =>
      readForever({
        session,
        language,
        signal,
        lastId: () => lastId,
        onMessage: (shared) => {
          deliver(shared);
          if (navigator.locks !== undefined && !signal.aborted) {
            channel.postMessage(shared);
          }
        },
      });
    const running =
      navigator.locks === undefined ? read() : navigator.locks.request(nameOf(language), { signal }, read);
    running.catch((error: unknown) => {
      if (!isAbort(error)) {
        throw error;
      }
    });
  }

  return {
    subscribe,
    start(language) {
      if (spoken !== null && spoken !== language) {
        emit({ topic: 'reset', event: null });
      }
      spoken = language;
      let running: { user: string; controller: AbortController } | null = null;
      const follow = () => {
        const user = session.get()?.user.uuid ?? null;
        if (user === (running?.user ?? null)) {
          return;
        }
        running?.controller.abort();
        running = user === null ? null : { user, controller: new AbortController() };
        lastId = '';
        if (running !== null) {
          run(language, running.controller.signal);
        }
      };
      follow();
      const unsubscribe = session.subscribe(follow);
      return () => {
        unsubscribe();
        running?.controller.abort();
      };
    },
  };
}

type Reader = {
  session: Session;
  language: Language;
  signal: AbortSignal;
  lastId: () => string;
  onMessage: (shared: Shared) => void;
};

async function readForever(reader: Reader): Promise<void> {
  let wait = RETRY_MS.first;
  while (!reader.signal.aborted) {
    // A broken or refused stream is reopened; missed events are replayed, or a `reset` follows.
    const outcome = await readOnce(reader).catch(() => 'failed' as const);
    wait = waitAfter(outcome, wait);
    await pause(wait * (0.5 + Math.random() / 2), reader.signal);
  }
}

function waitAfter(outcome: Outcome, before: number): number {
  switch (outcome) {
    case 'ended':
      return RETRY_MS.first;
    case 'failed':
      return Math.min(before * 2, RETRY_MS.longest);
    case 'too-many':
      return TOO_MANY_RETRY_MS;
  }
}

/** End of a stream: after it was open, before that, or because the user has too many. */
type Outcome = 'ended' | 'failed' | 'too-many';

async function readOnce({ session, language, signal, lastId, onMessage }: Reader): Promise<Outcome> {
  const token = await session.freshToken();
  if (token === null) {
    return 'failed';
  }
  const headers: Record<string, string> = {
    Accept: 'text/event-stream',
    'Accept-Language': language,
    Authorization: `Bearer ${token}`,
  };
  if (lastId() !== '') {
    headers['Last-Event-ID'] = lastId();
  }
  // `fetch` replaces EventSource, which can neither send a token nor resume after the last event with a new one.
  const response = await fetch(ROUTE_TABLE.openLive.path, { headers, signal, cache: 'no-store' });
  if (response.status === 401) {
    await session.refresh(token);
  }
  if (!response.ok || response.body === null) {
    return 'failed';
  }
  for await (const { id, event, data } of readServerSentEvents(response.body)) {
    if (event === 'closed') {
      return 'too-many';
    }
    const message: LiveMessage =
      event === 'reset'
        ? { topic: 'reset', event: null }
        : { topic: event as LiveTopic, event: JSON.parse(data) as LiveEvent };
    onMessage({ id, message });
  }
  return 'ended';
}

/** Waits until the time is over, the network is back or the stream is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    // Tabs that wait for the lock receive it at once.
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    window.addEventListener('online', finish);
    signal.addEventListener('abort', finish);
  });
}

/** One server-sent event. `id` is the last one seen so far, empty before the first. */
export type ServerSentEvent = { id: string; event: string; data: string };

/** Parses server-sent events from a body until it ends; comments and events without data are skipped. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let buffer = '';
  let id = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        return;
      }
      const blocks = (buffer + value).replaceAll('\r\n', '\n').split('\n\n');
      buffer = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block, id);
        id = event.id;
        if (event.data !== '') {
          yield event;
        }
      }
    }
  } finally {
    await reader.cancel();
  }
}

function parseBlock(block: string, lastId: string): ServerSentEvent {
  const parsed = { id: lastId, event: 'message', data: '' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'id') {
      parsed.id = value;
    } else if (field === 'event') {
      parsed.event = value;
    } else if (field === 'data') {
      data.push(value);
    }
  }
  parsed.data = data.join('\n');
  return parsed;
}
