import { basename } from 'node:path';
import type { assetRoutes } from '@diorama/shared/contract/assets.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { sniffFormat } from '@diorama/shared/domain/file-format.ts';
import { MAX_ANNOTATION_IMAGE_BYTES, MAX_UPLOAD_BYTES } from '@diorama/shared/plans.ts';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import { findAccountFacts, listAccountsOf } from '@diorama/shared/server/db/read-models/accounts.ts';
import { canSeeAsset, findAsset, listAssets } from '@diorama/shared/server/db/read-models/assets.ts';
import { findNewestOutput, findOutput } from '@diorama/shared/server/db/read-models/outputs.ts';
import { createAsset } from '@diorama/shared/server/db/repositories/assets.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { UploadedFile } from '../../contract/multipart.ts';
import { loadComposition } from '../compositions/facts.ts';
import { assertAccount, type SceneDeps, startOutput } from '../compositions/service.ts';
import { pageOf, presentPage } from '../lists.ts';
import { acceptedType } from './accept.ts';
import { presentAsset, presentOutput } from './serializer.ts';

/** Uploaded files and what is made of scenes. */
export function assetHandlers(deps: SceneDeps): HandlersOf<typeof assetRoutes> {
  const { db, store, urls } = deps;

  return {
    uploadAsset: async ({ body }, { actor, file, language }) => {
      const { upload, contentType } = judgeFile(file, body.type, body.uploadType);
      const accountId = await chooseAccount(body, actor.userId);
      const object = await storeObject({ db, store }, { accountId, body: upload, contentType });
      const id = await createAsset(db, {
        accountId,
        compositionId: body.composition ?? null,
        userId: actor.userId,
        type: body.type,
        uploadType: body.uploadType ?? null,
        name: displayName(upload.name),
        size: upload.size,
        objectId: object.id,
      });
      const row = await findAsset(db, id);
      if (!row) {
        throw new CodedError('request.not-found');
      }
      return presentAsset(urls, row, language);
    },

    getAsset: async ({ params }, { actor, language }) => {
      const row = await findAsset(db, params.id);
      if (!row || !(await canSeeAsset(db, row.id, actor.userId))) {
        throw new CodedError('request.not-found');
      }
      return presentAsset(urls, row, language);
    },

    listAssets: async ({ query }, { actor, language }) => {
      const [own] = query['account.uuid'] ? [] : await listAccountsOf(db, actor.userId);
      const accountId = query['account.uuid'] ?? own?.id;
      const facts = accountId ? await findAccountFacts(db, accountId, actor.userId) : null;
      const isVisible = facts?.role === 'owner' || facts?.role === 'admin';
      const { rows, total } =
        accountId && isVisible
          ? await listAssets(db, { accountId, type: query.type ?? null, ...pageOf(query) })
          : { rows: [], total: 0 };
      return presentPage('/api/assets', query, {
        items: rows.map((row) => presentAsset(urls, row, language)),
        total,
      });
    },

    generateSceneOutput: async ({ body }, { actor, file, language }) => {
      const row = await loadComposition(db, 'publish', { id: body.sceneUuid, userId: actor.userId });
      const source = file ? await storeSource(file, row.account_id) : null;
      const id = await startOutput(deps, { row, userId: actor.userId, sourceObject: source });
      const output = await findOutput(db, id);
      if (!output) {
        throw new CodedError('request.not-found');
      }
      return presentOutput(urls, output, language);
    },

    getOutput: async ({ params }, { actor, language }) => {
      const row = await loadComposition(db, 'read', { id: params.id, userId: actor.userId });
      const output = await findNewestOutput(db, row.id);
      if (!output) {
        throw new CodedError('output.none');
      }
      return presentOutput(urls, output, language);
    },
  };

  /** The workspace an upload is charged to: the scene's, the named one, or the person's own. */
  async function chooseAccount(
    body: { account?: string | undefined; composition?: string | undefined },
    userId: string,
  ): Promise<string> {
    if (body.composition) {
      const row = await loadComposition(db, 'edit', { id: body.composition, userId });
      return row.account_id;
    }
    const [own] = body.account ? [] : await listAccountsOf(db, userId);
    const accountId = body.account ?? own?.id;
    if (accountId === undefined) {
      throw new CodedError('request.not-found');
    }
    await assertAccount(deps, accountId, userId);
    return accountId;
  }

  /** An outside client's own GLB, from which both outputs are made. */
  async function storeSource(file: UploadedFile, accountId: string): Promise<string> {
    if (file.size === 0) {
      throw new CodedError('upload.empty');
    }
    if (sniffFormat(file.head, file.size) !== 'glb') {
      throw new CodedError('upload.format');
    }
    const object = await storeObject(
      { db, store },
      { accountId, body: file, contentType: 'model/gltf-binary' },
    );
    return object.id;
  }
}

/**
 * Refuses a file by its size and its first bytes, before anything is stored for good.
 * @throws CodedError `request.invalid` without a file, `upload.empty`, `upload.too-large`, `upload.format`.
 */
function judgeFile(
  upload: UploadedFile | null,
  type: number,
  uploadType: string | undefined,
): { upload: UploadedFile; contentType: string } {
  if (!upload) {
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath: 'file', code: 'upload.missing', message: 'A file is needed' }],
    });
  }
  if (upload.size === 0) {
    throw new CodedError('upload.empty');
  }
  const limit = uploadType === 'annotation' ? MAX_ANNOTATION_IMAGE_BYTES : MAX_UPLOAD_BYTES;
  if (upload.size > limit) {
    throw new CodedError('upload.too-large');
  }
  const contentType = acceptedType(upload, { type, uploadType });
  if (contentType === null) {
    throw new CodedError('upload.format');
  }
  return { upload, contentType };
}

/** A file's name without folders and invisible characters, for people to read. */
function displayName(name: string): string {
  const clean = basename(name.replaceAll('\\', '/'))
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, 200);
  return clean === '' ? 'file' : clean;
}
