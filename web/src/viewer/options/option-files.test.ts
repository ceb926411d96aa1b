import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchOptionFiles } from './option-files.ts';

const CHOSEN = new Map([['color', 'red']]);
const FILES = { glb: '/red.glb', glbAr: '/red-ar.glb', usdz: '/red.usdz' };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Requests files from a server with these answers, of which the last one stays. */
async function ask(answers: readonly (() => Response)[], signal = new AbortController().signal) {
  const left = [...answers];
  const fetching = vi.fn<typeof fetch>(async () => {
    const answer = left.length > 1 ? left.shift() : left[0];
    return answer ? answer() : Response.error();
  });
  vi.stubGlobal('fetch', fetching);
  const files = fetchOptionFiles('1', CHOSEN, signal);
  await vi.advanceTimersByTimeAsync(130_000);
  return { files: await files, fetching };
}

const status = (code: number) => () => new Response('{}', { status: code });
const answer = (body: object) => () => Response.json(body);
const queued = answer({ status: 'queued', glb: null, glbAr: null, usdz: null });

it('the request is repeated until the files of a combination are ready', async () => {
  const made = answer({ status: 'completed', ...FILES });
  const { files, fetching } = await ask([queued, status(503), status(429), made]);
  expect(files).toEqual({ ...FILES, glbMobile: null, carousel: [] });
  expect(fetching).toHaveBeenCalledTimes(4);
  expect(fetching.mock.calls[0]?.[1]?.body).toBe('{"choices":{"color":"red"}}');
});

it.each([
  ['that failed or are too long', answer({ status: 'failed', glb: null, glbAr: null, usdz: null })],
  ['that are invalid', status(422)],
  ['of a scene that was closed', status(404)],
])('no files are available for combinations %s', async (_, refusal) => {
  const { files, fetching } = await ask([refusal]);
  expect(files).toBe('unavailable');
  expect(fetching).toHaveBeenCalledTimes(1);
});

it.each([
  ['is slow', queued],
  ['limits the request rate', status(429)],
  ['is busy', status(503)],
  ['fails', status(500)],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')) as never],
])('the request can be repeated after the server %s', async (_, refusal) => {
  expect((await ask([refusal])).files).toBe('late');
});

it('the request stops when its combination is replaced', async () => {
  const asking = new AbortController();
  asking.abort();
  expect((await ask([queued], asking.signal)).fetching).not.toHaveBeenCalled();
});
