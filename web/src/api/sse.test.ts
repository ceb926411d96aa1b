import { describe, expect, it } from 'vitest';
import { readServerSentEvents, type ServerSentEvent } from './live.ts';

async function read(...chunks: string[]): Promise<ServerSentEvent[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(encoder.encode(chunk));
      }
      controller.close();
    },
  });
  return await Array.fromAsync(readServerSentEvents(body));
}

describe('readServerSentEvents', () => {
  it('parses events across chunk boundaries', async () => {
    const events = await read('id: 7\nevent: as', 'set\ndata: {"a":1}\n', '\nevent: order\ndata: 2\n\n');
    expect(events).toEqual([
      { id: '7', event: 'asset', data: '{"a":1}' },
      { id: '7', event: 'order', data: '2' },
    ]);
  });

  it('joins data lines, and accepts carriage returns', async () => {
    expect(await read('data: a\r\ndata: b\r\n\r\n')).toEqual([{ id: '', event: 'message', data: 'a\nb' }]);
  });

  it('skips comments and a truncated event', async () => {
    expect(await read(': ping\n\n', 'data: 1\n\n', 'data: 2')).toEqual([
      { id: '', event: 'message', data: '1' },
    ]);
  });
});
