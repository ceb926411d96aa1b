import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { SNIFF_BYTES } from '@diorama/shared/domain/file-format.ts';
import { MAX_UPLOAD_BYTES } from '@diorama/shared/plans.ts';
import { isDiskFault } from '@diorama/shared/server/runtime/disk-fault.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import busboy from 'busboy';
import type { Context } from 'koa';

/** Room for the other fields and the frames between the parts. */
const OVERSNIFF_BYTES = 1_000_000;
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 10_000;

/** Folder of the uploaded files of requests until they are answered. */
export function multipartFolder(dataDir: string): string {
  return join(dataDir, 'tmp', 'uploads');
}

/** A complete file in a temporary folder until `discard` is called. */
export type UploadedFile = {
  path: string;
  /** Name from the client; only shown, never used as a path. */
  name: string;
  size: number;
  sha256: string;
  /** First bytes, for detecting the real file type. */
  head: Buffer;
  discard: () => Promise<void>;
};

/** Fields of a body, and its files by the names in the route. */
export type MultipartBody = { fields: Record<string, string>; files: ReadonlyMap<string, UploadedFile> };

/**
 * Reads a multipart body with at most one file of each name. Files are streamed to disk, so memory use
 * is constant.
 * A file with an unknown name counts as the first one, since clients choose the names.
 * @param options.pace - stream that slows the body down
 * @throws CodedError `request.unsupported-type`, `request.malformed`, `upload.too-large`.
 */
export async function readMultipart(
  ctx: Context,
  folder: string,
  { names = ['file'], pace }: { names?: readonly [string, ...string[]]; pace?: Transform } = {},
): Promise<MultipartBody> {
  if (!ctx.request.is('multipart/form-data')) {
    throw new CodedError('request.unsupported-type');
  }
  if ((ctx.request.length ?? 0) > MAX_UPLOAD_BYTES + OVERSNIFF_BYTES) {
    throw tooLarge();
  }
  await mkdir(folder, { recursive: true });
  const parser = createParser(ctx, names.length);
  const fields: Record<string, string> = {};
  const [first] = names;
  const writes = new Map<string, Promise<UploadedFile>>();
  parser.on('field', (name, value, info) => {
    if (!info.valueTruncated) {
      fields[name] = value;
    }
  });
  parser.on('file', (field, stream, info) => {
    const name = names.includes(field) ? field : first;
    if (writes.has(name)) {
      // The file stream ends with the parser and emits an error, which needs a listener.
      stream.on('error', () => undefined).resume();
      parser.destroy(new CodedError('request.malformed', { headers: CLOSE }));
      return;
    }
    const write = writeFile(stream, folder, info.filename ?? 'file');
    // The failure is handled below, where the whole body is awaited.
    write.catch((error: unknown) =>
      parser.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    writes.set(name, write);
  });
  try {
    await (pace ? pipeline(ctx.req, pace, parser) : pipeline(ctx.req, parser));
    const files = await Promise.all([...writes].map(async ([name, write]) => [name, await write] as const));
    return { fields, files: new Map(files) };
  } catch (cause) {
    const written = await Promise.allSettled(writes.values());
    await Promise.all(
      written.map((result) => (result.status === 'fulfilled' ? result.value.discard() : undefined)),
    );
    if (isDiskFault(cause)) {
      ctx.set(CLOSE);
      throw cause;
    }
    throw cause instanceof CodedError
      ? cause
      : new CodedError('request.malformed', { cause, headers: CLOSE });
  }
}

const CLOSE = { Connection: 'close' };

function tooLarge(): CodedError {
  return new CodedError('upload.too-large', { headers: CLOSE });
}

function createParser(ctx: Context, files: number): busboy.Busboy {
  try {
    return busboy({
      headers: ctx.req.headers,
      defParamCharset: 'utf8',
      limits: {
        files,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        // One byte more than allowed, to distinguish the largest file from one that is too large.
        fileSize: MAX_UPLOAD_BYTES + 1,
      },
    });
  } catch (cause) {
    throw new CodedError('request.malformed', { cause });
  }
}

async function writeFile(
  stream: NodeJS.ReadableStream & { truncated?: boolean },
  folder: string,
  name: string,
): Promise<UploadedFile> {
  const path = join(folder, uuidv7());
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (head.length < SNIFF_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
      }
      hash.update(chunk);
      done(size > MAX_UPLOAD_BYTES ? tooLarge() : null, chunk);
    },
  });
  const discard = () => rm(path, { force: true });
  try {
    await pipeline(stream, meter, createWriteStream(path));
  } catch (error) {
    await discard();
    throw error;
  }
  return { path, name, size, sha256: hash.digest('hex'), head, discard };
}
