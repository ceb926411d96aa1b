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
