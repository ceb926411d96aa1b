import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Context } from 'koa';

const MB = 1_000_000;
/** The largest JSON body; a scene document may take all of it. */
const MAX_JSON_BYTES = 10 * MB;
/** The largest body that a webhook may send. */
const MAX_RAW_BYTES = MB;
const JSON_TYPES = ['application/json', 'application/ld+json', 'application/merge-patch+json'];

/**
 * Reads a JSON body.
 * @throws CodedError `request.unsupported-type`, `request.too-large`, `request.malformed`.
 */
export async function readJson(ctx: Context): Promise<unknown> {
  if (ctx.request.length === 0 || (ctx.request.length === undefined && !ctx.get('transfer-encoding'))) {
    return {};
  }
  if (!ctx.request.is(JSON_TYPES)) {
    throw new CodedError('request.unsupported-type');
  }
  const bytes = await readBytes(ctx, MAX_JSON_BYTES);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new CodedError('request.malformed', { cause });
  }
}

/** Reads a body whose signature must be checked before anything is made of it. */
export function readRaw(ctx: Context): Promise<Buffer> {
  return readBytes(ctx, MAX_RAW_BYTES);
}

async function readBytes(ctx: Context, limit: number): Promise<Buffer> {
  if ((ctx.request.length ?? 0) > limit) {
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of ctx.req) {
      size += chunk.length;
      if (size > limit) {
        throw tooLarge();
      }
      chunks.push(chunk);
    }
  } catch (cause) {
    // Cut off, or no HTTP any more: it reads like a lost connection of our own, which it is not.
    throw cause instanceof CodedError
      ? cause
      : new CodedError('request.malformed', { cause, headers: CLOSE });
  }
  return Buffer.concat(chunks);
}

/** The rest of the body will not be read, so the connection cannot be used again. */
const CLOSE = { Connection: 'close' };

function tooLarge(): CodedError {
  return new CodedError('request.too-large', { headers: CLOSE });
}
