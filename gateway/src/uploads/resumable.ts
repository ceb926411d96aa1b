import { pipeline } from 'node:stream';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { findIdOfUpload } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import {
  endUpload,
  findUploadOwner,
  listExpiredUploads,
} from '@diorama/shared/server/assets/open-uploads.queries.ts';
import { removeTemporaryFiles } from '@diorama/shared/server/objects/temporary-files.ts';
import { findImport } from '@diorama/shared/server/workspaces/imports.ts';
import { Server, type ServerOptions, type Upload } from '@tus/server';
import type { Context, Middleware } from 'koa';
import type { Actor } from '../auth/actor.ts';
import { actorOfSession, bearerOf } from '../auth/authenticate.ts';
import { multipartFolder } from '../contract/multipart.ts';
import type { Deps } from '../deps.ts';
import type { Holder } from '../limits/byte-budget.ts';
import { assertWritable } from '../middleware/assert-writable.ts';
import { languageOfHeader } from '../middleware/language.ts';
import { serializeAsset } from '../modules/assets/serializer.ts';
import { serializeImport } from '../modules/workspace-transfers/routes.ts';
import type { Urls } from '../web/urls.ts';
import { isNotFound } from './completed-response.ts';
import { UploadEnds } from './finish-upload.ts';
import { createPartialFiles } from './partial-files.ts';
import { answerOf, coded, type ProtocolAnswer, UploadError } from './upload-errors.ts';
import { UploadLocks } from './upload-locks.ts';
import { isGone, isWrite, leaveAfter, randomName, requestIdOf, setHeaders } from './upload-requests.ts';
import { beginTarget } from './upload-target.ts';

/** Uploads that a user may write to at once per gateway; browsers send two or three in parallel. */
const MAX_WRITES = 6;
const RETRY_S = 2;

export const UPLOADS_PATH = '/api/uploads';
const SWEEP_MS = 60 * 60_000;
/** Longer than a request survives without a byte of its file. Older files are remains of a killed process. */
const REQUEST_MS = 15 * 60_000;

/** Time that a request still has after another one takes its place. */
const DRAIN_MS = 500;

type UploadDeps = Deps & { urls: Urls };
type PartialFiles = ReturnType<typeof createPartialFiles>;

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
export function createResumableUploads(deps: UploadDeps): ResumableUploads {
  const { db, logger } = deps;
  const locks = new UploadLocks(deps);
  const files = createPartialFiles(deps.env, { store: deps.store, removed: (id) => endUpload(db, id) });
  paceWrites(deps, files);
  const ends = new UploadEnds({ deps, files, locks });
  const server = new Server({
    path: UPLOADS_PATH,
    datastore: files.datastore,
    lockDrainTimeout: DRAIN_MS,
    generateUrl: (_request, { path, id }) => `${path}/${id.slice(files.prefix.length)}`,
    getFileIdFromRequest: (_request, name) =>
      name !== undefined && /^[0-9a-f]{32}$/.test(name) ? files.prefix + name : undefined,
    namingFunction: () => files.prefix + randomName(),
    disableTerminationForFinishedUploads: true,
    ...createUploadHooks(deps, { ends, locks }),
  });

  const sweep = () => sweepUploads(deps, files);
  const sweepQuietly = async () => {
    if (deps.readOnly.isOn) {
      return;
    }
    await sweep().catch((err: unknown) => logger.warn({ err }, 'old uploads could not be deleted'));
  };
  const swept = sweepQuietly();
  const sweeps = setInterval(sweepQuietly, SWEEP_MS).unref();

  return {
    serve: async (ctx, next) => {
      if (ctx.path !== UPLOADS_PATH && !ctx.path.startsWith(`${UPLOADS_PATH}/`)) {
        return next();
      }
      await deps.limits.consumeFrom(ctx.method === 'POST' ? 'uploads' : 'general', ctx.ip);
      if (ctx.method === 'GET') {
        await sendResult(deps, ctx, { ends, prefix: files.prefix });
        return;
      }
      if (ctx.method !== 'HEAD' && ctx.method !== 'OPTIONS') {
        assertWritable(deps.readOnly);
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
}

/** Paces the bytes of a user over all uploads. */
function paceWrites({ db, uploadRate }: UploadDeps, { datastore }: PartialFiles): void {
  const write = datastore.write.bind(datastore);
  datastore.write = async (stream, id, offset) => {
    const pace = uploadRate.pace((await findUploadOwner(db, id)) ?? id);
    pipeline(stream, pace, () => undefined);
    return await write(pace, id, offset);
  };
}

async function sweepUploads({ db, env }: UploadDeps, files: PartialFiles): Promise<void> {
  await removeTemporaryFiles(multipartFolder(env.dataDir), { stillMs: REQUEST_MS });
  const expired = await listExpiredUploads(db);
  const outcomes = await Promise.allSettled([
    ...expired.map((id) => files.datastore.remove(id)),
    files.sweep(),
  ]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    throw failed.reason;
  }
}

/** Sends the asset, or the import, that an upload became. */
async function sendResult(
  deps: UploadDeps,
  ctx: Context,
  { ends, prefix }: { ends: UploadEnds; prefix: string },
): Promise<void> {
  const { db } = deps;
  const uploadId = prefix + ctx.path.slice(UPLOADS_PATH.length + 1);
  const caller = { header: ctx.get('authorization'), isGone: () => ctx.res.destroyed };
  const { actor, known } = await runAsUser(deps, caller, async (actor) => {
    await deps.limits.consume('general', actor.userId);
    return { actor, known: await findIdOfUpload(db, uploadId) };
  });
  const id = known ?? (await ends.finishLate(uploadId, actor));
  const language = languageOfHeader(ctx.get('accept-language'));
  const [asset, made] = await deps.turns.run(
    userOf(actor),
    () => Promise.all([findAsset(db, id), findImport(db, id)]),
    caller.isGone,
  );
  ctx.set('Content-Type', 'application/ld+json; charset=utf-8');
  if (asset?.created_by === actor.userId) {
    ctx.body = JSON.stringify(serializeAsset(deps.urls, asset, language));
  } else if (made?.user_id === actor.userId) {
    ctx.body = JSON.stringify(serializeImport(made));
  } else {
    throw new CodedError('request.not-found');
  }
}

type Hooks = Required<
  Pick<
    ServerOptions,
    'locker' | 'onIncomingRequest' | 'onUploadCreate' | 'onUploadFinish' | 'onResponseError'
  >
>;

/** The rules of uploads, as hooks of the protocol's library. */
function createUploadHooks(
  deps: UploadDeps,
  { ends, locks }: { ends: UploadEnds; locks: UploadLocks },
): Hooks {
  const writes = new WriteSlots();
  /** The author of each request and the upload it names. */
  const known = new WeakMap<object, { actor: Actor; uploadId: string }>();
  /**
   * The uploads that requests have begun. They end with a failed request, as no client received their names.
   */
  const begun = new WeakMap<object, string>();

  const admit = async (request: Incoming, uploadId: string) => {
    const header = request.headers.get('authorization') ?? undefined;
    const caller = { header, isGone: () => isGone(request) };
    const { userId } = await runAsUser(deps, caller, async (actor) => {
      known.set(request, { actor, uploadId });
      if (request.method !== 'POST' && request.method !== 'OPTIONS') {
        await deps.limits.consume('general', actor.userId);
        await ends.assertOwn(uploadId, actor);
      }
      if (request.method === 'PATCH') {
        await ends.assertStillFits(uploadId);
      }
      return actor;
    });
    if (isWrite(request)) {
      leaveAfter(request, writes.take(userId, uploadId));
    }
  };
  const begin: Hooks['onUploadCreate'] = async (request, upload) => {
    const actor = actorOf(known.get(request));
    await deps.turns.run(userOf(actor), () => beginOwn(deps, upload, actor));
    begun.set(request, upload.id);
    return { metadata: upload.metadata ?? {} };
  };
  const answerFailure: Hooks['onResponseError'] = async (request, error) => {
    try {
      const finished = isNotFound(error) ? await ends.findFinished(request, known.get(request)) : null;
      if (finished !== null) {
        setHeaders(request, finished.headers);
        return finished;
      }
    } catch (failure) {
      return answerError(deps, request, failure);
    }
    const id = begun.get(request);
    if (id !== undefined) {
      await ends.forget(id);
    }
    return answerError(deps, request, error);
  };

  return {
    locker: (request) => locks.of(actorOf(known.get(request)).userId),
    onIncomingRequest: (request, uploadId) => coded(request.headers, () => admit(request, uploadId)),
    onUploadCreate: (request, upload) => coded(request.headers, () => begin(request, upload)),
    onUploadFinish: (request, upload) =>
      coded(request.headers, async () => {
        const assetId = await ends.finish(upload, actorOf(known.get(request)));
        return { headers: { 'X-Asset-Id': assetId } };
      }),
    onResponseError: answerFailure,
  };
}

type Incoming = Parameters<Hooks['onIncomingRequest']>[0];

/** The response to a failed request. Errors without a code are logged. */
function answerError({ logger }: Deps, request: Incoming, error: unknown): ProtocolAnswer {
  if (error instanceof UploadError) {
    setHeaders(request, error.headers);
  } else if (error instanceof Error) {
    logger.error({ err: error, requestId: requestIdOf(request) }, 'upload failed');
  }
  return answerOf(error, request.headers, requestIdOf(request));
}

/** Records an upload of a user. */
async function beginOwn(deps: Deps, upload: Upload, actor: Actor): Promise<void> {
  await deps.limits.consume('uploads', actor.userId);
  if (upload.size === undefined) {
    throw new CodedError('request.malformed');
  }
  await beginTarget(deps, Object.assign(upload, { size: upload.size }), actor);
}

type Caller = { header: string | undefined; isGone: () => boolean };

/**
 * Runs a task in the turn of a bearer token's user.
 * @throws CodedError `auth.session-expired` without one
 */
async function runAsUser<Result>(
  deps: Deps,
  { header, isGone }: Caller,
  task: (actor: Actor) => Promise<Result>,
): Promise<Result> {
  const token = bearerOf(header);
  const claims = token === null ? null : await deps.tokens.verify(token);
  if (claims?.kind !== 'access') {
    throw new CodedError('auth.session-expired');
  }
  const { userId, sessionId } = claims;
  const inTurn = async () => task(await actorOfSession(deps, userId, sessionId));
  return deps.turns.run(userOf({ userId }), inTurn, isGone);
}

function userOf({ userId }: Pick<Actor, 'userId'>): Holder {
  return { subject: 'user', holder: userId };
}

function actorOf(known: { actor: Actor } | undefined): Actor {
  if (!known) {
    throw new CodedError('auth.session-expired');
  }
  return known.actor;
}

/**
 * Counts the running writes per user and upload, so that no user holds all connections and parts of
 * a gateway.
 */
export class WriteSlots {
  readonly #writes = new Map<string, Map<string, number>>();

  /**
   * Takes a slot for a request that writes to an upload. A client that returns to an upload while its dead
   * connection still hangs needs no other slot.
   * @returns releases the slot, once.
   * @throws CodedError `request.too-many` with `Retry-After`.
   */
  take(userId: string, uploadId: string): () => void {
    const own = this.#writes.get(userId) ?? new Map<string, number>();
    const known = own.get(uploadId);
    if (known === undefined && own.size >= MAX_WRITES) {
      throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
    }
    own.set(uploadId, (known ?? 0) + 1);
    this.#writes.set(userId, own);
    let isTaken = true;
    return () => {
      if (isTaken) {
        isTaken = false;
        this.#leave(userId, uploadId);
      }
    };
  }

  #leave(userId: string, uploadId: string): void {
    const own = this.#writes.get(userId);
    const left = (own?.get(uploadId) ?? 1) - 1;
    if (left > 0) {
      own?.set(uploadId, left);
      return;
    }
    own?.delete(uploadId);
    if (own?.size === 0) {
      this.#writes.delete(userId);
    }
  }
}
