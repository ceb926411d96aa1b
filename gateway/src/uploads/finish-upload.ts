import { assertFound, CodedError } from '@diorama/shared/contract/errors.ts';
import { findFinishedUpload, findIdOfUpload } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import {
  endUpload,
  findUploadOwner,
  resumeUpload,
} from '@diorama/shared/server/assets/open-uploads.queries.ts';
import { ObjectMissingError } from '@diorama/shared/server/objects/errors.ts';
import { assertStorageCapacity } from '@diorama/shared/server/storage/storage.queries.ts';
import { ERRORS, type Upload } from '@tus/server';
import type { Actor } from '../auth/actor.ts';
import type { Deps } from '../deps.ts';
import type { Urls } from '../web/urls.ts';
import { completedResponse, type HookAnswer } from './completed-response.ts';
import type { createPartialFiles } from './partial-files.ts';
import type { UploadLocks } from './upload-locks.ts';
import { receiveTarget } from './upload-target.ts';

type Parts = {
  deps: Deps & { urls: Urls };
  files: ReturnType<typeof createPartialFiles>;
  locks: UploadLocks;
};

/** Result of a completed upload: an asset, an import, or nothing. */
export class UploadEnds {
  readonly #deps: Parts['deps'];
  readonly #files: Parts['files'];
  readonly #locks: Parts['locks'];

  constructor({ deps, files, locks }: Parts) {
    this.#deps = deps;
    this.#files = files;
    this.#locks = locks;
  }

  /**
   * Drops an upload whose name no client received, or that has no space any more.
   * It no longer counts as open even where the store is away; otherwise retries would soon exceed the limit.
   * The next sweep removes its bytes from the store.
   */
  async forget(id: string): Promise<void> {
    const { db, logger } = this.#deps;
    try {
      await this.#files.datastore
        .remove(id)
        .catch((err: unknown) => logger.warn({ err }, 'upload could not be deleted'));
      await endUpload(db, id);
    } catch (err) {
      logger.warn({ err }, 'upload remains open for a day');
    }
  }

  /**
   * Creates the asset or the import, once. A client that lost the response repeats the request, perhaps while this
   * still runs.
   */
  async finish(upload: Upload, actor: Actor): Promise<string> {
    const { db } = this.#deps;
    const lock = this.#locks.of(actor.userId).newLock(upload.id);
    try {
      await lock.lock(new AbortController().signal, () => undefined);
    } catch (error) {
      const known = await this.#findId(upload.id, actor);
      if (known) {
        return known;
      }
      throw error === ERRORS.ERR_LOCK_TIMEOUT ? new CodedError('server.unavailable') : error;
    }
    try {
      return (await findIdOfUpload(db, upload.id)) ?? (await this.#receive(upload, actor));
    } finally {
      await lock.unlock();
    }
  }

  /** Ends an upload whose gateway was killed after the last byte, or waits for the request that ends it. */
  async finishLate(uploadId: string, actor: Actor): Promise<string> {
    try {
      await this.#inTurn(actor, () => this.assertOwn(uploadId, actor));
      const upload = await this.#files.datastore.getUpload(uploadId);
      assertFound(upload.size !== undefined && upload.offset === upload.size);
      return await this.finish(upload, actor);
    } catch (error) {
      const made = await this.#findId(uploadId, actor);
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
  async findFinished(
    request: Request,
    asked: { actor: Actor; uploadId: string } | undefined,
  ): Promise<HookAnswer | null> {
    if (!asked) {
      return null;
    }
    const { actor, uploadId } = asked;
    const upload = await this.#inTurn(actor, () => findFinishedUpload(this.#deps.db, uploadId));
    return upload?.ownerId === actor.userId ? completedResponse(request, upload) : null;
  }

  /**
   * Ends an upload whose space is taken meanwhile, before more of it is sent.
   * @throws CodedError `security.account.storage-full`.
   */
  async assertStillFits(uploadId: string): Promise<void> {
    const { db } = this.#deps;
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
      if (isFull && (await findIdOfUpload(db, uploadId)) !== null) {
        return;
      }
      if (isFull) {
        await this.forget(uploadId);
      }
      throw error;
    }
  }

  /** @throws CodedError `request.not-found` for another user's upload, as for a missing one. */
  async assertOwn(uploadId: string, actor: Actor): Promise<void> {
    assertFound((await findUploadOwner(this.#deps.db, uploadId)) === actor.userId);
  }

  #findId(uploadId: string, actor: Actor): Promise<string | null> {
    return this.#inTurn(actor, () => findIdOfUpload(this.#deps.db, uploadId));
  }

  #inTurn<Result>(actor: Actor, task: () => Promise<Result>): Promise<Result> {
    return this.#deps.turns.run({ subject: 'user', holder: actor.userId }, task);
  }

  async #receive(upload: Upload, actor: Actor): Promise<string> {
    let isOver = true;
    try {
      const file = await this.#files.read(upload.id, upload.metadata?.filename ?? 'file');
      return await receiveTarget(this.#deps, { upload, file, actor });
    } catch (thrown) {
      // The store has lost the bytes, so that the client must begin again.
      const error = thrown instanceof ObjectMissingError ? new CodedError('request.not-found') : thrown;
      // A rejection by the rules is final; other failures may be retried.
      isOver = error instanceof CodedError && error.status < 500;
      throw error;
    } finally {
      if (isOver) {
        await this.#files.datastore.remove(upload.id);
      }
    }
  }
}
