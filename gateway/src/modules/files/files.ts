import { assertFound, CodedError } from '@diorama/shared/contract/errors.ts';
import { isOwnUuid } from '@diorama/shared/domain/uuid.ts';
import {
  createDirectAddresses,
  type DirectAddresses,
} from '@diorama/shared/server/objects/direct-addresses.ts';
import { ObjectMissingError, UnsatisfiableRangeError } from '@diorama/shared/server/objects/store.ts';
import { withTimeout } from '@diorama/shared/server/runtime/with-timeout.ts';
import { findObjectAccess, type ObjectAccess } from '@diorama/shared/server/scenes/public-scenes.queries.ts';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Deps } from '../../deps.ts';
import { networkOf } from '../../middleware/client-address.ts';
import { WORKSPACE_KEY_VERSION } from '../../web/urls.ts';
import { countDownload, encodeName, parseRange, refuseRange, setLength } from './download.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** A signed address holds for ten minutes at most, and so does what a cache keeps of it. */
const SIGNED = 'private, max-age=300';
/** Smaller files are taken by the kernel at once. */
const COUNTED_FROM_BYTES = 256_000;
/** Time limit for the first bytes of a file from the store. */
const STORE_WITHIN_MS = 8_000;
/** Shown by browsers as they are; everything else is a download. */
const INLINE = /^(image\/(png|jpeg|webp)|audio\/(mpeg|ogg|wav|mp4)|model\/(gltf-binary|vnd\.usdz\+zip))$/;

/** A redirect to a public file is valid for a day at least. One to another file is checked each time. */
const REDIRECT_CACHE = { public: 'public, max-age=3600', private: 'private, no-store' } as const;

type FileDeps = Deps & { direct: DirectAddresses | null };

/**
 * Serves stored objects with ranges and ETags: published ones to everybody, others by signed address. With `FILES_URL`
 * it redirects to the store, so that no bytes pass through the gateway.
 */
export function mountFiles(router: Router, deps: Deps): void {
  const { s3, filesUrl } = deps.env;
  const direct = s3 && filesUrl !== null ? createDirectAddresses({ s3, filesUrl }, deps.clock) : null;
  router.get('/files/:object/:name', (ctx) => serveFile({ ...deps, direct }, ctx));
}

async function serveFile(deps: FileDeps, ctx: Context): Promise<void> {
  const { object = '', name = '' } = ctx.params;
  const access = isOwnUuid(object) ? await findAccess(deps, ctx, object) : null;
  const signature = typeof ctx.query.s === 'string' ? ctx.query.s : null;
  assertFound(access && isAllowed(deps, object, access, signature));
  if (deps.direct !== null && ctx.method === 'GET') {
    const audience = signature === null ? 'public' : 'private';
    const file = {
      key: access.key,
      contentType: access.content_type,
      disposition: dispositionOf(access, name),
    };
    redirectTo(ctx, { location: await deps.direct.sign(file, audience), cache: REDIRECT_CACHE[audience] });
    return;
  }
  const etag = `"${object}"`;
  setHeaders(ctx, { access, name, etag, cache: signature === null ? IMMUTABLE : SIGNED });
  if (ctx.get('if-none-match') === etag) {
    ctx.status = 304;
    return;
  }
  await sendBody(deps, ctx, access);
}

/** Looks a file up in the turn of the network, of which a page may request hundreds of files at once. */
function findAccess({ db, turns }: Deps, ctx: Context, object: string): Promise<ObjectAccess | null> {
  return turns.run(
    { subject: 'network', holder: networkOf(ctx.ip) },
    () => findObjectAccess(db, object),
    () => ctx.res.destroyed,
  );
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
  ctx.set({
    'Content-Type': access.content_type,
    'Content-Disposition': dispositionOf(access, name),
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

function dispositionOf({ content_type }: ObjectAccess, name: string): string {
  return `${INLINE.test(content_type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(name)}`;
}

function redirectTo(ctx: Context, { location, cache }: { location: string; cache: string }): void {
  ctx.set({
    Location: location,
    'Cache-Control': cache,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
  });
  ctx.body = null;
  ctx.status = 302;
}

async function sendBody(deps: Deps, ctx: Context, access: ObjectAccess): Promise<void> {
  const range =
    ctx.get('if-range') === '' || ctx.get('if-range') === ctx.response.get('etag') ? ctx.get('range') : '';
  const wanted = parseRange(range, access.size);
  if (access.size > COUNTED_FROM_BYTES && ctx.method !== 'HEAD') {
    countDownload(deps, ctx);
  }
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
