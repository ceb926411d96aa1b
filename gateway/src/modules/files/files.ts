import { CodedError } from '@diorama/shared/contract/errors.ts';
import { isOwnUuid } from '@diorama/shared/domain/uuid.ts';
import { ObjectMissingError, UnsatisfiableRangeError } from '@diorama/shared/server/objects/store.ts';
import { withTimeout } from '@diorama/shared/server/runtime/with-timeout.ts';
import { findObjectAccess, type ObjectAccess } from '@diorama/shared/server/scenes/public-scenes.queries.ts';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Deps } from '../../deps.ts';
import { networkOf } from '../../middleware/client-address.ts';
import { WORKSPACE_KEY_VERSION } from '../../web/urls.ts';
import { encodeName, parseRange, refuseRange, setLength } from './download.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** A signed address holds for ten minutes at most, and so does what a cache keeps of it. */
const SIGNED = 'private, max-age=300';
/** Smaller files are taken by the kernel at once. */
const COUNTED_FROM_BYTES = 256_000;
const RETRY_S = 5;
/** How long the store may take until a file begins. */
const STORE_WITHIN_MS = 8_000;
/** Shown by browsers as they are; everything else is a download. */
const INLINE = /^(image\/(png|jpeg|webp)|model\/(gltf-binary|vnd\.usdz\+zip))$/;

/** Serves stored objects with ranges and ETags: published ones to everybody, others by signed address. */
export function mountFiles(router: Router, deps: Deps): void {
  router.get('/files/:object/:name', (ctx) => serveFile(deps, ctx));
}

async function serveFile(deps: Deps, ctx: Context): Promise<void> {
  const { object = '', name = '' } = ctx.params;
  const access = isOwnUuid(object) ? await findObjectAccess(deps.db, object) : null;
  const signature = typeof ctx.query.s === 'string' ? ctx.query.s : null;
  if (!access || !isAllowed(deps, object, access, signature)) {
    throw new CodedError('request.not-found');
  }
  const etag = `"${object}"`;
  setHeaders(ctx, { access, name, etag, cache: signature === null ? IMMUTABLE : SIGNED });
  if (ctx.get('if-none-match') === etag) {
    ctx.status = 304;
    return;
  }
  await sendBody(deps, ctx, access);
}

function isAllowed(deps: Deps, object: string, access: ObjectAccess, signature: string | null): boolean {
  if (access.is_library) {
    return true;
  }
  if (signature === null) {
    return access.is_public;
  }
  return [WORKSPACE_KEY_VERSION, ...access.key_versions].some((keyVersion) =>
    deps.signer.verify({ object, keyVersion, signature }),
  );
}

function setHeaders(
  ctx: Context,
  { access, name, etag, cache }: { access: ObjectAccess; name: string; etag: string; cache: string },
): void {
  const disposition = INLINE.test(access.content_type) ? 'inline' : 'attachment';
  ctx.set({
    'Content-Type': access.content_type,
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(name)}`,
    'Cache-Control': cache,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    // Other sites embed published scenes, and phones fetch the models by themselves.
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Content-Length, Content-Range, ETag',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // An uploaded file never runs in the product's origin.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  });
}

async function sendBody(deps: Deps, ctx: Context, access: ObjectAccess): Promise<void> {
  const range =
    ctx.get('if-range') === '' || ctx.get('if-range') === ctx.response.get('etag') ? ctx.get('range') : '';
  const wanted = parseRange(range, access.size);
  countDownload(deps, ctx, access);
  if (ctx.method === 'HEAD') {
    ctx.length = access.size;
    ctx.status = 200;
    return;
  }
  try {
    const stored = await withTimeout(
      STORE_WITHIN_MS,
      'The object store',
      deps.store.get(access.key, wanted ? { range: wanted } : {}),
    );
    setLength(ctx, stored);
    const type = ctx.response.get('content-type');
    ctx.body = stored.stream;
    ctx.set('Content-Type', type);
  } catch (error) {
    if (error instanceof UnsatisfiableRangeError) {
      refuseRange(ctx, access.size);
      return;
    }
    throw error instanceof ObjectMissingError ? new CodedError('request.not-found', { cause: error }) : error;
  }
}

/**
 * Counts a large file while it is sent, to limit parallel downloads. @throws CodedError `request.too-many`
 */
function countDownload({ connections }: Deps, ctx: Context, { size }: ObjectAccess): void {
  if (size <= COUNTED_FROM_BYTES || ctx.method === 'HEAD') {
    return;
  }
  const leave = connections.open({ limit: 'downloads-of-network', holder: networkOf(ctx.ip) });
  if (leave === null) {
    throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
  }
  ctx.res.once('close', leave);
}
