import { createHash, randomBytes, randomFillSync } from 'node:crypto';

const POOL_BYTES = 10 * 1_024;
const RANDOM_BYTES_AN_ID = 10;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const pool = Buffer.allocUnsafe(POOL_BYTES);
let taken = POOL_BYTES;
let lastMs = 0;
let counter = 0;

/**
 * A uuid of version 7: 48 bits of time, a 12-bit counter and 62 random bits. The ids of a process
 * increase even within a millisecond, and new rows are adjacent in an index. It is not secret.
 */
export function uuidv7(nowMs: number = Date.now()): string {
  if (taken + RANDOM_BYTES_AN_ID > POOL_BYTES) {
    randomFillSync(pool);
    taken = 0;
  }
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = pool.readUInt16BE(taken) & 0x3ff;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const at = taken + 2;
  taken += RANDOM_BYTES_AN_ID;
  const hex = (offset: number) => HEX[pool[at + offset] ?? 0];
  const variant = HEX[((pool[at] ?? 0) & 0x3f) | 0x80];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${hex(1)}-${hex(2)}${hex(3)}${hex(4)}${hex(5)}${hex(6)}${hex(7)}`;
}

/** A uuid of version 8, deterministic for a text and unpredictable without it. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A secret of at least `bits` random bits, as letters, digits, `-` and `_`. */
export function randomToken(bits = 128): string {
  return randomBytes(Math.ceil(bits / 8)).toString('base64url');
}
