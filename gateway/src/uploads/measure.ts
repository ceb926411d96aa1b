import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { SNIFF_BYTES } from '@diorama/shared/domain/file-format.ts';

/** Reads a file once. @returns its SHA-256 in hex, and its first bytes, for detecting the type. */
export async function measure(stream: Readable): Promise<{ sha256: string; head: Buffer }> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (head.length < SNIFF_BYTES) {
      head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
    }
  }
  return { sha256: hash.digest('hex'), head };
}
