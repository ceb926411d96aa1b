import type { StoredObject } from '@diorama/shared/server/objects/store.ts';
import type { Context } from 'koa';

/** One range of bytes; several, or none that can be read, mean the whole. */
export function parseRange(header: string, size: number): { start: number; end?: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) {
    return null;
  }
  if (match[1] === '') {
    return { start: Math.max(0, size - Number(match[2])) };
  }
  return match[2] === '' ? { start: Number(match[1]) } : { start: Number(match[1]), end: Number(match[2]) };
}

/** Sets length and status of a whole object or of a range of it. */
export function setLength(ctx: Context, { range, size }: Pick<StoredObject, 'range' | 'size'>): void {
  if (!range) {
    ctx.length = size;
    return;
  }
  const { start, end } = range;
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
  ctx.length = end - start + 1;
}

/** Answers a range that an object does not have. */
export function refuseRange(ctx: Context, size: number): void {
  ctx.set('Content-Range', `bytes */${size}`);
  ctx.body = null;
  ctx.status = 416;
}

/** A file's name in the encoding of RFC 8187: only letters, digits and percent signs. */
export function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
}
