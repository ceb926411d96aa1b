import { z } from 'zod';
import { ReimagineError, type ReimagineRequest, type Reimaginer, STYLE_PROMPTS } from './reimaginer.ts';

/** Response with pictures as base64. URLs in a response are not fetched, because they are untrusted. */
const answer = z.object({ data: z.array(z.object({ b64_json: z.string().min(1) })).min(1) });

/** Larger than a base64 picture of 4,096² pixels, in bytes. */
const MAX_ANSWER_BYTES = 80_000_000;

/** A service with OpenAI's image edits API, such as `https://…/v1`. */
export function createImageEdits(service: { url: string; key: string | null }): Reimaginer {
  return { imagine: (request) => ask(service, request) };
}

async function ask(
  service: { url: string; key: string | null },
  request: ReimagineRequest,
): Promise<Buffer[]> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(request.image)], { type: 'image/png' }), 'view.png');
  if (request.depth) {
    form.set('depth', new Blob([new Uint8Array(request.depth)], { type: 'image/png' }), 'depth.png');
  }
  form.set('prompt', wordsOf(request));
  form.set('n', String(request.count));
  form.set('response_format', 'b64_json');
  const response = await fetch(`${service.url.replace(/\/$/, '')}/images/edits`, {
    method: 'POST',
    body: form,
    headers: service.key === null ? {} : { Authorization: `Bearer ${service.key}` },
    signal: request.signal,
    // A redirect would send the key to another server.
    redirect: 'error',
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw failureOf(response.status);
  }
  const parsed = answer.safeParse(JSON.parse(await readWithin(response)));
  if (!parsed.success) {
    throw new Error('The service answered with no pictures');
  }
  return parsed.data.data.slice(0, request.count).map(({ b64_json }) => Buffer.from(b64_json, 'base64'));
}

function wordsOf({ prompt, style, strength }: ReimagineRequest): string {
  const closeness =
    strength < 0.35
      ? 'Keep every shape and its place exactly.'
      : strength < 0.7
        ? 'Keep the layout and the main shapes.'
        : 'Keep the layout only.';
  return [prompt, style && STYLE_PROMPTS[style], closeness].filter(Boolean).join('. ');
}

/** Distinguishes permanent failures of the service from temporary ones. */
function failureOf(status: number): Error {
  if (status === 401 || status === 403 || status === 404) {
    return new ReimagineError('reimagine.unavailable');
  }
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    return new ReimagineError('reimagine.refused');
  }
  return new Error(`The service answered ${status}`);
}

async function readWithin(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) {
      throw new Error('The answer of the service is too large');
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
