import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { routes } from '@diorama/shared/contract/index.ts';
import { SNIFF_BYTES } from '@diorama/shared/domain/file-format.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { findAsset } from '@diorama/shared/server/db/read-models/assets.ts';
import { findAssetIdOfUpload } from '@diorama/shared/server/db/repositories/assets.ts';
import { assertRoomFor } from '@diorama/shared/server/db/storage.ts';
import { removeLeftovers } from '@diorama/shared/server/leftovers.ts';
import { FileStore } from '@tus/file-store';
import { EVENTS, Server, type Upload } from '@tus/server';
import type { Context, Middleware } from 'koa';
import type { Actor } from '../auth/actor.ts';
import { authenticate, bearerOf } from '../auth/authenticate.ts';
import { multipartFolder } from '../contract/multipart.ts';
import type { Deps } from '../deps.ts';
import { errorBody } from '../middleware/errors.ts';
import { languageOf } from '../middleware/language.ts';
import {
  type ArrivedFile,
  chooseAccount,
  judgeSize,
  receiveAsset,
  type UploadFields,
} from '../modules/assets/receive.ts';
import { presentAsset } from '../modules/assets/serializer.ts';
import type { Urls } from '../web/urls.ts';
import { OpenUploads } from './open-uploads.ts';

export const UPLOADS_PATH = '/api/uploads';
/** What nobody goes on with is thrown away after a day. */
const KEEP_MS = 24 * 60 * 60_000;
const SWEEP_MS = 60 * 60_000;
/** Longer than a request lives without a byte of its file; what lies still for so long was left by a process that was killed. */
const REQUEST_MS = 15 * 60_000;

export interface ResumableUploads {
  serve: Middleware;
  /** Waits for what the start has begun to clear away. */
  close(): Promise<void>;
}

/**
 * The tus endpoint, for files that are large or whose connection breaks. Bytes gather on this gateway's disk; the
 * finished upload becomes an asset by the same rules as one that came in a single request. An upload belongs to
 * the person who began it.
 */
export function createResumableUploads(deps: Deps & { urls: Urls }): ResumableUploads {
  const { logger } = deps;
  const folder = join(deps.env.dataDir, 'tmp', 'tus');
  // The data store makes it too, but not before the first sweep looks into it.
  mkdirSync(folder, { recursive: true });
  const datastore = new FileStore({ directory: folder, expirationPeriodInMilliseconds: KEEP_MS });
  const actors = new WeakMap<object, Actor>();
  const open = new OpenUploads();

  const server = new Server({
    path: UPLOADS_PATH,
    datastore,
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
    onIncomingRequest: (request, uploadId) =>
      coded(request.headers, async () => {
        const token = bearerOf(request.headers.get('authorization') ?? undefined);
        if (token === null) {
          throw new CodedError('auth.session-expired');
        }
        const actor = await authenticate(deps, token);
        actors.set(request, actor);
        if (request.method !== 'POST' && request.method !== 'OPTIONS') {
          await assertOwn(uploadId, actor);
        }
      }),
    onUploadCreate: (request, upload) =>
      coded(request.headers, async () => {
        const actor = actorOf(request);
        await deps.limits.consume('uploads', actor.userId);
        if (upload.size === undefined) {
          throw new CodedError('request.malformed');
        }
        const fields = fieldsOf(upload);
        judgeSize(upload.size, fields);
        const accountId = await chooseAccount(deps, fields, actor);
        // What it holds nobody knows yet, so it is refused even where the workspace has the same content already.
        await assertRoomFor(deps.db, { accountId, size: upload.size, sha256: null });
        await swept;
        open.begin(upload.id, { owner: actor.userId, size: upload.size });
        return { metadata: { ...upload.metadata, owner: actor.userId } };
      }),
    onUploadFinish: (request, upload) =>
      coded(request.headers, async () => {
        const assetId = await finish(upload, actorOf(request));
        return { headers: { 'X-Asset-Id': assetId } };
      }),
  });

  server.on(EVENTS.POST_TERMINATE, (_request, _response, id) => open.end(id));

  const sweep = async () => {
    await removeLeftovers(multipartFolder(deps.env.dataDir), { stillMs: REQUEST_MS });
    await datastore.deleteExpired();
    await countOpen();
  };
  const swept = sweep().catch((err: unknown) => logger.warn({ err }, 'old uploads stay for now'));
  const sweeps = setInterval(() => {
    sweep().catch((err: unknown) => logger.warn({ err }, 'old uploads stay for now'));
  }, SWEEP_MS).unref();

  return {
    serve: async (ctx, next) => {
      if (ctx.path !== UPLOADS_PATH && !ctx.path.startsWith(`${UPLOADS_PATH}/`)) {
        return next();
      }
      await deps.limits.consumeFrom(ctx.method === 'POST' ? 'uploads' : 'general', ctx.ip);
      if (ctx.method === 'GET') {
        await sendAsset(ctx);
        return;
      }
      ctx.respond = false;
      await server.handle(ctx.req, ctx.res);
    },
    close: async () => {
      clearInterval(sweeps);
      await swept;
    },
  };

  /** Makes the asset, once: a client that did not hear the answer asks again. */
  async function finish(upload: Upload, actor: Actor): Promise<string> {
    const known = await findAssetIdOfUpload(deps.db, upload.id);
    if (known) {
      return known;
    }
    let isOver = true;
    const file = await readArrived(join(folder, upload.id), upload.metadata?.filename ?? 'file');
    try {
      return await receiveAsset(deps, {
        file,
        fields: fieldsOf(upload),
        actor,
        uploadId: upload.id,
      });
    } catch (error) {
      // What the rules refuse will not be taken however often it is sent; after any other failure it may be.
      isOver = error instanceof CodedError;
      throw error;
    } finally {
      if (isOver) {
        await datastore.remove(upload.id);
        open.end(upload.id);
      }
    }
  }

  async function countOpen(): Promise<void> {
    const ids = (await datastore.configstore.list?.()) ?? [];
    const uploads = await Promise.all(ids.map((id) => datastore.configstore.get(id)));
    open.restore(
      uploads.flatMap((upload) =>
        upload?.metadata?.owner
          ? [[upload.id, { owner: upload.metadata.owner, size: upload.size ?? 0 }]]
          : [],
      ),
    );
  }

  /** The asset that an upload became. */
  async function sendAsset(ctx: Context): Promise<void> {
    const token = bearerOf(ctx.get('authorization'));
    if (token === null) {
      throw new CodedError('auth.session-expired');
    }
    const actor = await authenticate(deps, token);
    const uploadId = ctx.path.slice(UPLOADS_PATH.length + 1);
    const assetId = await findAssetIdOfUpload(deps.db, uploadId);
    const row = assetId === null ? null : await findAsset(deps.db, assetId);
    if (row?.created_by !== actor.userId) {
      throw new CodedError('request.not-found');
    }
    ctx.set('Content-Type', 'application/ld+json; charset=utf-8');
    ctx.body = JSON.stringify(presentAsset(deps.urls, row, languageOf(ctx.get('accept-language'))));
  }

  function actorOf(request: object): Actor {
    const actor = actors.get(request);
    if (!actor) {
      throw new CodedError('auth.session-expired');
    }
    return actor;
  }

  /** @throws CodedError `request.not-found` for somebody else's upload, as for one that does not exist. */
  async function assertOwn(uploadId: string, actor: Actor): Promise<void> {
    const upload = await datastore.getUpload(uploadId).catch(() => null);
    if (upload?.metadata?.owner !== actor.userId) {
      throw new CodedError('request.not-found');
    }
  }
}

/** The metadata of an upload, by the very schema of the single request. */
function fieldsOf(upload: Upload): UploadFields {
  const { filename: _name, owner: _owner, ...fields } = upload.metadata ?? {};
  const parsed = routes.uploadAsset.body.safeParse(fields);
  if (!parsed.success) {
    const violations = parsed.error.issues.map((issue) => ({
      propertyPath: issue.path.join('.'),
      code: `invalid.${issue.code}`,
      message: issue.message,
    }));
    throw new CodedError('request.invalid', { violations });
  }
  return parsed.data;
}

/** Measures a file that lies complete on this gateway's disk. */
async function readArrived(path: string, name: string): Promise<ArrivedFile> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
  }
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(size, SNIFF_BYTES));
    await handle.read(head, 0, head.length, 0);
    return { path, name, size, sha256: hash.digest('hex'), head };
  } finally {
    await handle.close();
  }
}

/** An error in the form in which the protocol's library sends it on. */
class UploadRefusal extends Error {
  readonly status_code: number;
  readonly body: string;
  constructor(cause: CodedError, language: Language) {
    super(cause.code, { cause });
    this.status_code = cause.status;
    this.body = JSON.stringify(errorBody(cause, language));
  }
}

/** Turns a coded error into the answer that the contract says. */
async function coded<Result>(headers: Headers, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof CodedError)) {
      throw error;
    }
    throw new UploadRefusal(error, languageOf(headers.get('accept-language') ?? ''));
  }
}
