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
  it('reads events however they are cut', async () => {
    const events = await read('id: 7\nevent: as', 'set\ndata: {"a":1}\n', '\nevent: order\ndata: 2\n\n');
    expect(events).toEqual([
      { id: '7', event: 'asset', data: '{"a":1}' },
      { id: '7', event: 'order', data: '2' },
    ]);
  });

  it('joins lines of data, and takes carriage returns', async () => {
    expect(await read('data: a\r\ndata: b\r\n\r\n')).toEqual([{ id: '', event: 'message', data: 'a\nb' }]);
  });

  it('skips comments and an event that was cut off', async () => {
    expect(await read(': ping\n\n', 'data: 1\n\n', 'data: 2')).toEqual([
      { id: '', event: 'message', data: '1' },
    ]);
  });
});
