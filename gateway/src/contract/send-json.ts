import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** Larger answers are sent in slices, so that one that is not read holds no copy of its bytes. */
const SLICE_BYTES = 64_000;

/** Sets the JSON text of an answer as the body. Bytes that several answers share are not copied. */
export function setJsonBody(ctx: Context, parts: readonly (string | Uint8Array)[]): void {
  const buffers = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const length = buffers.reduce((sum, part) => sum + part.length, 0);
  if (length <= SLICE_BYTES) {
    ctx.body = parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : Buffer.concat(buffers);
    return;
  }
  ctx.body = Readable.from(slicesOf(buffers), { objectMode: false, highWaterMark: SLICE_BYTES });
  ctx.length = length;
}

/** Whether the client holds the answer already that `ETag` names. */
export function isHeld(ctx: Context): boolean {
  const held = ctx.get('if-none-match');
  if (held === '') {
    return false;
  }
  const etag = weak(String(ctx.res.getHeader('ETag') ?? ''));
  return etag !== '' && held.split(',').some((tag) => weak(tag) === etag);
}

function weak(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

function* slicesOf(buffers: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const buffer of buffers) {
    for (let start = 0; start < buffer.length; start += SLICE_BYTES) {
      yield buffer.subarray(start, start + SLICE_BYTES);
    }
  }
}
