import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The used members of a request and its response. */
type Context = {
  method: string;
  path: string;
  query: Record<string, string | undefined>;
  status: number;
  type: string;
  body: unknown;
};

/** The used members of `s3rver`. */
export type PartsServer = {
  middleware: ((ctx: Context, next: () => Promise<void>) => Promise<void>)[];
  store: { getResourcePath(bucket: string, key: undefined, resource: 'uploads'): string };
};

/**
 * Adds the missing calls for multipart uploads to `s3rver`: listing the parts of one, listing open ones, and
 * aborting one.
 * It checks no signature.
 */
export function addParts({ middleware, store }: PartsServer): void {
  middleware.unshift(async (ctx, next) => {
    const [, bucket = '', ...key] = decodeURIComponent(ctx.path).split('/');
    const folder = store.getResourcePath(bucket, undefined, 'uploads');
    const { uploadId } = ctx.query;
    if (uploadId !== undefined && (ctx.method === 'GET' || ctx.method === 'DELETE')) {
      await answerUpload(ctx, join(folder, uploadId));
      return;
    }
    if (ctx.method === 'GET' && 'uploads' in ctx.query && key.join('') === '') {
      answerXml(ctx, `<ListMultipartUploadsResult>${await listUploads(folder)}</ListMultipartUploadsResult>`);
      return;
    }
    await next();
  });
}

async function answerUpload(ctx: Context, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => null);
  if (names === null) {
    ctx.status = 404;
    answerXml(ctx, '<Error><Code>NoSuchUpload</Code><Message>It is gone</Message></Error>');
    return;
  }
  if (ctx.method === 'DELETE') {
    await rm(folder, { recursive: true });
    ctx.status = 204;
    return;
  }
  const numbers = names.filter((name) => /^\d+$/.test(name) && names.includes(`${name}.md5`));
  const parts = await Promise.all(
    numbers.map(async (number) => {
      const etag = await readFile(join(folder, `${number}.md5`), 'utf8');
      const { size } = await stat(join(folder, number));
      return `<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag><Size>${size}</Size></Part>`;
    }),
  );
  answerXml(ctx, `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`);
}

async function listUploads(folder: string): Promise<string> {
  const ids = await readdir(folder).catch(() => []);
  const uploads = await Promise.all(
    ids.map(async (id) => {
      const key = await readFile(join(folder, id, 'key'), 'utf8');
      const { mtime } = await stat(join(folder, id, 'key'));
      const initiated = `<Initiated>${mtime.toISOString()}</Initiated>`;
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${initiated}</Upload>`;
    }),
  );
  return uploads.join('');
}

function answerXml(ctx: Context, body: string): void {
  ctx.type = 'application/xml';
  ctx.body = `<?xml version="1.0" encoding="UTF-8"?>${body}`;
}
