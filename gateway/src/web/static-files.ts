import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.hdr': 'image/vnd.radiance',
};
const TEXT = /^(text\/|application\/(json|manifest)|image\/svg)/;
/** Folder whose file names carry a hash of their content. */
const HASHED = '/assets/';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const BROTLI_QUALITY = 9;

type Encoding = 'br' | 'gzip' | 'identity';
type Held = { version: string; bodies: Partial<Record<Encoding, Promise<Buffer>>> };

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
};

/**
 * Serves the files of a build from memory, each compressed once. Each request checks the disk for changes, so
 * a new build under a running gateway is served at once.
 * koa-send and sirv do not compress: every build would need compressed copies beside its files, and sirv
 * knows only the files of the start.
 * @returns whether there is such a file.
 */
export function createStaticFiles(folder: string): (ctx: Context) => Promise<boolean> {
  const held = new Map<string, Held>();

  return async (ctx) => {
    const path = safePath(ctx.path);
    const info = path === null ? null : await stat(join(folder, path)).catch(() => null);
    if (path === null || !info?.isFile()) {
      return false;
    }
    const version = `${info.size.toString(16)}-${info.mtimeMs.toString(16)}`;
    const known = held.get(path);
    const file: Held = known?.version === version ? known : { version, bodies: {} };
    held.set(path, file);
    const type = MEDIA_TYPES[extname(path)] ?? 'application/octet-stream';
    const encoding = TEXT.test(type) ? chooseEncoding(ctx) : 'identity';
    const etag = `"${version}-${encoding}"`;
    ctx.set({
      'Content-Type': type,
      'Cache-Control': path.startsWith(HASHED) ? IMMUTABLE : 'no-cache',
      // An embed in a frame with `sandbox` has an opaque origin, and loads its modules across origins.
      ...(path.startsWith(HASHED) && { 'Access-Control-Allow-Origin': '*' }),
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    });
    ctx.compress = false;
    if (ctx.get('if-none-match') === etag) {
      ctx.status = 304;
      return true;
    }
    ctx.status = 200;
    ctx.body = await bodyOf(file, join(folder, path), encoding);
    ctx.set('Content-Type', type);
    return true;
  };
}

/** Reads and encodes a file once. A failure is not cached. */
function bodyOf(file: Held, path: string, encoding: Encoding): Promise<Buffer> {
  const known = file.bodies[encoding];
  if (known) {
    return known;
  }
  const body = encode(path, encoding);
  file.bodies[encoding] = body;
  body.catch(() => {
    delete file.bodies[encoding];
  });
  return body;
}

async function encode(path: string, encoding: Encoding): Promise<Buffer> {
  const body = await readFile(path);
  return encoding === 'identity' ? body : compressors[encoding](body);
}

function chooseEncoding(ctx: Context): Encoding {
  const accepted = ctx.acceptsEncodings('br', 'gzip', 'identity');
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
}

/** The path below the folder; null for one outside it or a hidden file. */
function safePath(path: string): string | null {
  try {
    const decoded = normalize(decodeURIComponent(path));
    return decoded.startsWith('/') && !/[\0\\]|\/\./.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
}
