import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { ServerOptions, Upload } from '@tus/server';
import type { Actor } from '../auth/actor.ts';
import { authenticate, bearerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import type { Urls } from '../web/urls.ts';
import { isNotFound } from './completed-response.ts';
import type { UploadEnds } from './finish-upload.ts';
import { answerOf, coded, UploadError } from './upload-errors.ts';
import { isWrite, leaveAfter, requestIdOf, setHeaders } from './upload-requests.ts';
import { beginTarget } from './upload-target.ts';
import { WriteSlots } from './write-slots.ts';

type Hooks = Required<
  Pick<ServerOptions, 'onIncomingRequest' | 'onUploadCreate' | 'onUploadFinish' | 'onResponseError'>
>;

/** The rules of uploads, as hooks of the protocol's library. */
export function createUploadHooks(deps: Deps & { urls: Urls }, ends: UploadEnds): Hooks {
  const { logger } = deps;
  const writes = new WriteSlots();
  /** The author of each request and the upload it names. */
  const known = new WeakMap<object, { actor: Actor; uploadId: string }>();
  /**
   * The uploads that requests have begun. They end with a failed request, as no client received their names.
   */
  const begun = new WeakMap<object, string>();

  const admit = async (request: Parameters<Hooks['onIncomingRequest']>[0], uploadId: string) => {
    const actor = await authenticateBearer(deps, request.headers.get('authorization') ?? undefined);
    known.set(request, { actor, uploadId });
    if (request.method !== 'POST' && request.method !== 'OPTIONS') {
      await ends.assertOwn(uploadId, actor);
    }
    if (request.method === 'PATCH') {
      await ends.assertStillFits(uploadId);
    }
    if (isWrite(request)) {
      leaveAfter(request, writes.take(actor.userId, uploadId));
    }
  };
  const begin: Hooks['onUploadCreate'] = async (request, upload) => {
    await beginOwn(deps, upload, actorOf(known.get(request)));
    begun.set(request, upload.id);
    return { metadata: upload.metadata ?? {} };
  };
  const answerFailure: Hooks['onResponseError'] = async (request, error) => {
    const finished = isNotFound(error) ? await ends.findFinished(request, known.get(request)) : null;
    if (finished !== null) {
      setHeaders(request, finished.headers);
      return finished;
    }
    if (error instanceof Error && !(error instanceof UploadError)) {
      logger.error({ err: error, requestId: requestIdOf(request) }, 'an upload failed');
    }
    const id = begun.get(request);
    if (id !== undefined) {
      await ends.forget(id);
    }
    if (error instanceof UploadError) {
      setHeaders(request, error.headers);
    }
    return answerOf(error, request.headers, requestIdOf(request));
  };

  return {
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

/** Records an upload of a user. */
async function beginOwn(deps: Deps, upload: Upload, actor: Actor): Promise<void> {
  await deps.limits.consume('uploads', actor.userId);
  if (upload.size === undefined) {
    throw new CodedError('request.malformed');
  }
  await beginTarget(deps, Object.assign(upload, { size: upload.size }), actor);
}

/** The user of a bearer token. @throws CodedError `auth.session-expired` without one */
export async function authenticateBearer(deps: Deps, header: string | undefined): Promise<Actor> {
  const token = bearerOf(header);
  if (token === null) {
    throw new CodedError('auth.session-expired');
  }
  return authenticate(deps, token);
}

function actorOf(known: { actor: Actor } | undefined): Actor {
  if (!known) {
    throw new CodedError('auth.session-expired');
  }
  return known.actor;
}
