import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { routes } from '@diorama/shared/contract/index.ts';
import {
  findAssetIdOfUpload,
  findFinishedUpload,
} from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import {
  beginUpload,
  endUpload,
  findUploadOwner,
  listExpiredUploads,
  resumeUpload,
} from '@diorama/shared/server/assets/open-uploads.queries.ts';
import { removeTemporaryFiles } from '@diorama/shared/server/objects/temporary-files.ts';
import { assertStorageCapacity } from '@diorama/shared/server/storage/storage.queries.ts';
import { Server, type Upload } from '@tus/server';
import type { Context, Middleware } from 'koa';
import type { Actor } from '../auth/actor.ts';
import { authenticate, bearerOf } from '../auth/authenticate.ts';
import { multipartFolder } from '../contract/multipart.ts';
import { toViolations } from '../contract/violation.ts';
import type { Deps } from '../deps.ts';
import { assertWritable } from '../middleware/assert-writable.ts';
import { languageOf } from '../middleware/language.ts';
import { chooseAccount, receiveAsset, type UploadFields, validateSize } from '../modules/assets/receive.ts';
import { serializeAsset } from '../modules/assets/serializer.ts';
import type { Urls } from '../web/urls.ts';
import { completedResponse, type HookAnswer, isNotFound } from './completed-response.ts';
import { createPartialFiles } from './partial-files.ts';
import { answerOf, coded, UploadError } from './upload-errors.ts';
import { createUploadLocks } from './upload-locks.ts';
import { WriteSlots } from './write-slots.ts';

export const UPLOADS_PATH = '/api/uploads';
/** Media type of upload bytes in the protocol. */
const BYTES_TYPE = 'application/offset+octet-stream';
const SWEEP_MS = 60 * 60_000;
/** Longer than a request survives without a byte of its file. Older files are remains of a killed process. */
const REQUEST_MS = 15 * 60_000;

/** Time that a request still has after another one takes its place. */
const DRAIN_MS = 500;

export interface ResumableUploads {
  serve: Middleware;
  /** Removes uploads that have been idle for a day, and remains of killed processes. */
  sweep(): Promise<void>;
  /** Waits for the clean-up that the start began. */
  close(): Promise<void>;
}

/**
 * The tus endpoint, for large files and unstable connections. Bytes collect in the object store or on the
 * disk, and a row names the owner, so that any gateway can continue.
 * A finished upload becomes an asset by the same rules as a single request. An upload belongs to the user who
 * began it.
 */
export function createResumableUploads(deps: Deps & { urls: Urls }): ResumableUploads {
  const { db, logger } = deps;
  const locks = createUploadLocks(db);
  const files = createPartialFiles(deps.env, { store: deps.store, removed: (id) => endUpload(db, id) });
  const writes = new WriteSlots();
  /** The author of each request and the upload it names. */
  const known = new WeakMap<object, { actor: Actor; uploadId: string }>();
  /**
   * The uploads that requests have begun. They end with a failed request, as no client received their names.
   */
  const begun = new WeakMap<object, string>();

  const write = files.datastore.write.bind(files.datastore);
  files.datastore.write = async (stream, id, offset) => {
    const pace = deps.uploadRate.pace((await findUploadOwner(db, id)) ?? id);
    pipeline(stream, pace, () => undefined);
    return await write(pace, id, offset);
  };

  const server = new Server({
    path: UPLOADS_PATH,
    datastore: files.datastore,
    locker: locks,
    lockDrainTimeout: DRAIN_MS,
    generateUrl: (_request, { path, id }) => `${path}/${id.slice(files.prefix.length)}`,
    getFileIdFromRequest: (_request, name) =>
      name !== undefined && /^[0-9a-f]{32}$/.test(name) ? files.prefix + name : undefined,
    namingFunction: () => files.prefix + randomName(),
    disableTerminationForFinishedUploads: true,
    onIncomingRequest: (request, uploadId) =>
      coded(request.headers, async () => {
        const token = bearerOf(request.headers.get('authorization') ?? undefined);
        if (token === null) {
          throw new CodedError('auth.session-expired');
        }
        const actor = await authenticate(deps, token);
        known.set(request, { actor, uploadId });
        if (request.method !== 'POST' && request.method !== 'OPTIONS') {
          await assertOwn(uploadId, actor);
        }
        if (request.method === 'PATCH') {
          await assertStillFits(uploadId);
        }
        if (isWrite(request)) {
          leaveAfter(request, writes.take(actor.userId, uploadId));
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
        validateSize(upload.size, fields);
        const accountId = await chooseAccount(deps, fields, actor);
        await beginUpload(db, { id: upload.id, ownerId: actor.userId, accountId, size: upload.size });
        begun.set(request, upload.id);
        return { metadata: upload.metadata ?? {} };
      }),
    onUploadFinish: (request, upload) =>
      coded(request.headers, async () => {
        const assetId = await finish(upload, actorOf(request));
        return { headers: { 'X-Asset-Id': assetId } };
      }),
    onResponseError: async (request, error) => {
      const finished = isNotFound(error) ? await findFinished(request) : null;
      if (finished !== null) {
        setHeaders(request, finished.headers);
        return finished;
      }
      if (error instanceof Error && !(error instanceof UploadError)) {
        logger.error({ err: error, requestId: requestIdOf(request) }, 'an upload failed');
      }
      const id = begun.get(request);
      if (id !== undefined) {
        await forget(id);
      }
      if (error instanceof UploadError) {
        setHeaders(request, error.headers);
      }
      return answerOf(error, request.headers, requestIdOf(request));
    },
  });

  const sweep = async () => {
    await removeTemporaryFiles(multipartFolder(deps.env.dataDir), { stillMs: REQUEST_MS });
    const expired = await listExpiredUploads(db);
    const outcomes = await Promise.allSettled([
      ...expired.map((id) => files.datastore.remove(id)),
      files.sweep(),
    ]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) {
      throw failed.reason;
    }
  };
  const sweepQuietly = () =>
    sweep().catch((err: unknown) => logger.warn({ err }, 'old uploads stay for now'));
  const swept = sweepQuietly();
  const sweeps = setInterval(sweepQuietly, SWEEP_MS).unref();

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
      if (ctx.method !== 'HEAD' && ctx.method !== 'OPTIONS') {
        assertWritable(deps.env);
      }
      ctx.respond = false;
      await server.handle(ctx.req, ctx.res);
    },
    sweep,
    close: async () => {
      clearInterval(sweeps);
      await swept;
    },
  };

  /**
   * Drops an upload whose name no client received, or that has no space any more.
   * It no longer counts as open even where the store is away; otherwise retries would soon exceed the limit.
   * The next sweep removes its bytes from the store.
   */
  async function forget(id: string): Promise<void> {
    try {
      await files.datastore
        .remove(id)
        .catch((err: unknown) => logger.warn({ err }, 'an upload stays for now'));
      await endUpload(db, id);
    } catch (err) {
      logger.warn({ err }, 'an upload counts as open for a day');
    }
  }

  /**
   * Creates the asset, once. A client that lost the response repeats the request, perhaps while this
   * still runs.
   */
  async function finish(upload: Upload, actor: Actor): Promise<string> {
    const lock = locks.newLock(upload.id);
    try {
      await lock.lock(new AbortController().signal, () => undefined);
    } catch (error) {
      const known = await findAssetIdOfUpload(db, upload.id);
      if (known) {
        return known;
      }
      throw error;
    }
    try {
      return (await findAssetIdOfUpload(db, upload.id)) ?? (await makeAsset(upload, actor));
    } finally {
      await lock.unlock();
    }
  }

  async function makeAsset(upload: Upload, actor: Actor): Promise<string> {
    let isOver = true;
    try {
      const file = await files.read(upload.id, upload.metadata?.filename ?? 'file');
      return await receiveAsset(deps, { file, fields: fieldsOf(upload), actor, uploadId: upload.id });
    } catch (error) {
      // A rejection by the rules is final; other failures may be retried.
      isOver = error instanceof CodedError && error.status < 500;
      throw error;
    } finally {
      if (isOver) {
        await files.datastore.remove(upload.id);
      }
    }
  }

  /** The asset that an upload became. */
  async function sendAsset(ctx: Context): Promise<void> {
    const token = bearerOf(ctx.get('authorization'));
    if (token === null) {
      throw new CodedError('auth.session-expired');
    }
    const actor = await authenticate(deps, token);
    const uploadId = files.prefix + ctx.path.slice(UPLOADS_PATH.length + 1);
    const assetId = (await findAssetIdOfUpload(db, uploadId)) ?? (await finishLate(uploadId, actor));
    const row = await findAsset(db, assetId);
    if (row?.created_by !== actor.userId) {
      throw new CodedError('request.not-found');
    }
    ctx.set('Content-Type', 'application/ld+json; charset=utf-8');
    ctx.body = JSON.stringify(serializeAsset(deps.urls, row, languageOf(ctx.get('accept-language'))));
  }

  /** Ends an upload whose gateway was killed after the last byte, or waits for the request that ends it. */
  async function finishLate(uploadId: string, actor: Actor): Promise<string> {
    try {
      await assertOwn(uploadId, actor);
      const upload = await files.datastore.getUpload(uploadId);
      if (upload.size === undefined || upload.offset !== upload.size) {
        throw new CodedError('request.not-found');
      }
      return await finish(upload, actor);
    } catch (error) {
      const made = await findAssetIdOfUpload(db, uploadId);
      if (made === null) {
        throw error;
      }
      return made;
    }
  }

  /**
   * Returns the answer to a client that lost the last answer of a finished upload.
   * The partial file is gone by then, also when the upload ended while the request waited for its lock.
   */
  async function findFinished(request: Request): Promise<HookAnswer | null> {
    const asked = known.get(request);
    const upload = asked ? await findFinishedUpload(db, asked.uploadId) : null;
    return upload?.ownerId === asked?.actor.userId && upload ? completedResponse(request, upload) : null;
  }

  function actorOf(request: object): Actor {
    const actor = known.get(request)?.actor;
    if (!actor) {
      throw new CodedError('auth.session-expired');
    }
    return actor;
  }

  /**
   * Ends an upload whose space is taken meanwhile, before more of it is sent.
   * @throws CodedError `security.account.storage-full`.
   */
  async function assertStillFits(uploadId: string): Promise<void> {
    const upload = await resumeUpload(db, uploadId);
    if (!upload || upload.accountId === null) {
      return;
    }
    const { accountId, size } = upload;
    try {
      await assertStorageCapacity(db, { accountId, size, sha256: null, uploadId });
    } catch (error) {
      // A finished asset has its space. An unavailable database proves nothing.
      const isFull = error instanceof CodedError && error.code === 'security.account.storage-full';
      if (isFull && (await findAssetIdOfUpload(db, uploadId)) !== null) {
        return;
      }
      if (isFull) {
        await forget(uploadId);
      }
      throw error;
    }
  }

  /** @throws CodedError `request.not-found` for another user's upload, as for a missing one. */
  async function assertOwn(uploadId: string, actor: Actor): Promise<void> {
    if ((await findUploadOwner(db, uploadId)) !== actor.userId) {
      throw new CodedError('request.not-found');
    }
  }
}

type Answer = {
  destroyed: boolean;
  getHeader: (name: string) => unknown;
  setHeader: (name: string, value: string) => unknown;
  once: (event: 'close', listener: () => void) => unknown;
};

/** Whether a request sends bytes of an upload; the creating request may do so too. */
function isWrite({ method, headers }: Request): boolean {
  return method === 'PATCH' || (method === 'POST' && headers.get('content-type') === BYTES_TYPE);
}

/**
 * Releases a slot when the request is over. It may be already: a connection can break while its token
 * is verified.
 */
function leaveAfter(request: Parameters<typeof answerTo>[0], leave: () => void): void {
  const answer = answerTo(request);
  if (answer && !answer.destroyed) {
    answer.once('close', leave);
  } else {
    leave();
  }
}

/** The response of a request, which the protocol's library stores beside it. */
function answerTo(request: { runtime?: { node?: { res?: Answer | undefined } } }): Answer | undefined {
  return request.runtime?.node?.res;
}

function setHeaders(
  request: Parameters<typeof answerTo>[0],
  headers: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(headers)) {
    answerTo(request)?.setHeader(name, value);
  }
}

/** Id of a request in the log, from the response's header. */
function requestIdOf(request: Parameters<typeof answerTo>[0]): string {
  return String(answerTo(request)?.getHeader('X-Request-Id') ?? '');
}

/** 128 random bits. A name alone grants no access. */
function randomName(): string {
  return randomBytes(16).toString('hex');
}

/** The metadata of an upload, by the schema of the single request. */
function fieldsOf(upload: Upload): UploadFields {
  const { filename: _name, ...fields } = upload.metadata ?? {};
  const parsed = routes.uploadAsset.body.safeParse(fields);
  if (!parsed.success) {
    throw new CodedError('request.invalid', { violations: toViolations(parsed.error) });
  }
  return parsed.data;
}
