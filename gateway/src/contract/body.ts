import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Context } from 'koa';

const MB = 1_000_000;
/** Largest JSON body that is parsed where requests are served: 20 ms. */
const MAX_JSON_BYTES = 2 * MB;
/** Largest scene document, with room for its envelope. */
const MAX_DOCUMENT_BYTES = 10 * MB;
/** The largest body that a webhook may send. */
const MAX_RAW_BYTES = MB;
/**
 * Counts received bytes that are held until the request is answered. @throws CodedError when they are
 * too many
 */
export type ChargeBytes = (bytes: number) => void;

const JSON_TYPES = ['application/json', 'application/ld+json', 'application/merge-patch+json'];

/**
 * Reads a JSON body.
 * @throws CodedError `request.unsupported-type`, `request.too-large`, `request.malformed`.
 */
export async function readJson(ctx: Context, charge: ChargeBytes): Promise<unknown> {
  const bytes = await readTyped(ctx, { limit: MAX_JSON_BYTES, charge });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new CodedError('request.malformed', { cause });
  }
}

/**
 * Reads a JSON body that may be as large as a document, for a parser on another thread.
 * @throws CodedError `request.unsupported-type`, `request.too-large`, `request.malformed` for one that is cut off.
 */
export function readJsonBytes(ctx: Context, charge: ChargeBytes): Promise<Buffer> {
  return readTyped(ctx, { limit: MAX_DOCUMENT_BYTES, charge });
}

/** Reads a body whose signature must be verified before it is parsed. */
export function readRaw(ctx: Context, charge: ChargeBytes): Promise<Buffer> {
  return readBytes(ctx, { limit: MAX_RAW_BYTES, charge });
}

/** The bytes of a JSON body; an absent one reads as an empty object. */
async function readTyped(ctx: Context, options: { limit: number; charge: ChargeBytes }): Promise<Buffer> {
  if (ctx.request.length === 0 || (ctx.request.length === undefined && !ctx.get('transfer-encoding'))) {
    return Buffer.from('{}');
  }
  if (!ctx.request.is(JSON_TYPES)) {
    throw new CodedError('request.unsupported-type');
  }
  return readBytes(ctx, options);
}

async function readBytes(
  ctx: Context,
  { limit, charge }: { limit: number; charge: ChargeBytes },
): Promise<Buffer> {
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
      charge(chunk.length);
      chunks.push(chunk);
    }
  } catch (cause) {
    // Cut off, or no longer HTTP. It looks like a lost connection of the server, which it is not.
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
