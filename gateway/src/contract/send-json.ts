import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { UnreadAccount } from '../limits/unread-bytes.ts';

/**
 * Larger answers are sent in slices, so that an unread one holds no second copy of its bytes.
 * A page of a list is smaller.
 */
const WHOLE_BYTES = 128_000;
const SLICE_BYTES = 64_000;

/**
 * Sets the JSON text of an answer as the body.
 * @param parts - bytes are shared with other answers and not copied; text is this answer's alone
 * @param openAccount - opens the account of a large answer's unread bytes
 */
export function setJsonBody(
  ctx: Context,
  parts: readonly (string | Uint8Array)[],
  openAccount: () => UnreadAccount,
): void {
  const buffers = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const length = buffers.reduce((sum, part) => sum + part.length, 0);
  if (length <= WHOLE_BYTES) {
    ctx.body = parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : Buffer.concat(buffers);
    return;
  }
  const shared = new Set(parts.filter((part) => typeof part !== 'string'));
  const account = openAccount();
  // The last slices wait in the response, and each holds all of its buffer.
  ctx.res.once('close', () => account.close());
  ctx.body = Readable.from(slicesOf(buffers, { shared, account }), {
    objectMode: false,
    highWaterMark: SLICE_BYTES,
  });
  ctx.length = length;
}

/** Whether the client already has the answer that `ETag` names. */
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

/** Slices in order. What only this answer holds counts as unread until its last slice is taken. */
function* slicesOf(
  buffers: readonly Uint8Array[],
  { shared, account }: { shared: ReadonlySet<string | Uint8Array>; account: UnreadAccount },
): Generator<Uint8Array> {
  for (const buffer of buffers) {
    if (shared.has(buffer)) {
      account.hold(buffer);
    } else {
      account.add(buffer.length);
    }
  }
  for (const buffer of buffers) {
    for (let start = 0; start < buffer.length; start += SLICE_BYTES) {
      const slice = buffer.subarray(start, start + SLICE_BYTES);
      yield slice;
      account.drain(shared.has(buffer) ? 0 : slice.length);
    }
  }
}
