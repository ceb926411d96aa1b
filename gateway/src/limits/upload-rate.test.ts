import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UPLOAD_BYTES, UploadRate } from './upload-rate.ts';

const PIECE = Buffer.alloc(10_000_000);
const BURST = UPLOAD_BYTES.capacity / PIECE.length;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends pieces of 10 MB through the stream of a user's request. @returns the bytes that have arrived so far */
function send(rate: UploadRate, userId: string, pieces: number): () => number {
  const paced = rate.pace(userId);
  let bytes = 0;
  paced.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  Readable.from(Array.from({ length: pieces }, () => PIECE)).pipe(paced);
  return () => bytes;
}

it('an upload sends the largest file at once and more at the allowed rate', async () => {
  const arrived = send(new UploadRate({ isLimited: true }), 'a', BURST + 40);
  await vi.advanceTimersByTimeAsync(1);
  expect(arrived()).toBe(UPLOAD_BYTES.capacity);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(arrived() - UPLOAD_BYTES.capacity).toBeGreaterThan(4.5 * UPLOAD_BYTES.perSecond);
  expect(arrived() - UPLOAD_BYTES.capacity).toBeLessThanOrEqual(5.5 * UPLOAD_BYTES.perSecond);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(arrived()).toBe((BURST + 40) * PIECE.length);
});

it('the requests of a user share one rate, separate from other users', async () => {
  const rate = new UploadRate({ isLimited: true });
  const own = [send(rate, 'a', BURST), send(rate, 'a', BURST)];
  const other = send(rate, 'b', BURST);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(other()).toBe(UPLOAD_BYTES.capacity);
  const most = UPLOAD_BYTES.capacity + UPLOAD_BYTES.perSecond + 2 * PIECE.length;
  expect(own.reduce((sum, arrived) => sum + arrived(), 0)).toBeLessThanOrEqual(most);
});

it('uploads are not slowed down when limits are off', async () => {
  const paced = Readable.from([PIECE, PIECE]).pipe(new UploadRate({ isLimited: false }).pace('a'));
  expect((await buffer(paced)).length).toBe(2 * PIECE.length);
});
