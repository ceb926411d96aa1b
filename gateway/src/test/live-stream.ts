/** A message of the live stream, parsed. */
export type LiveMessage = {
  id: string;
  event: string;
  data: { '@id'?: string; type?: string; state?: Record<string, unknown> };
};

/** An open live stream with its messages so far. */
export type LiveStream = {
  status: number;
  type: string | null;
  messages: LiveMessage[];
  /** Resolves when either side has ended it, or its gateway has died. */
  ended: Promise<void>;
  close: () => void;
};

/** Opens the live stream of a gateway and collects its messages. */
export async function openLiveStream(
  url: string,
  headers: Record<string, string>,
  query = '',
): Promise<LiveStream> {
  return await openStream(`${url}/api/live${query}`, headers);
}

/** Opens an event stream by its URL and collects its messages. */
export async function openStream(address: string, headers: Record<string, string> = {}): Promise<LiveStream> {
  const abort = new AbortController();
  const response = await fetch(address, { headers, signal: abort.signal });
  const messages: LiveMessage[] = [];
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts.filter((candidate) => candidate.includes('data:'))) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? '';
        messages.push({ id: field('id'), event: field('event'), data: JSON.parse(field('data')) });
      }
    }
  };
  // It ends with an error when it is closed or its gateway dies.
  const ended = read().catch(() => undefined);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    messages,
    ended,
    close: () => abort.abort(),
  };
}
