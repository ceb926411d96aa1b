import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Reimagine, reimagineRoutes } from '@diorama/shared/contract/reimagines.ts';
import { sniffFormat } from '@diorama/shared/domain/file-format.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { MAX_ANNOTATION_IMAGE_BYTES } from '@diorama/shared/plans.ts';
import type { CompositionAction } from '@diorama/shared/policy/composition.ts';
import { findObject, storeObject } from '@diorama/shared/server/db/objects.ts';
import { findAsset } from '@diorama/shared/server/db/read-models/assets.ts';
import { createAsset } from '@diorama/shared/server/db/repositories/assets.ts';
import {
  assertLeft,
  cancelReimagine,
  countLeft,
  createReimagine,
  findReimagine,
  listReimagines,
  type ReimagineRow,
} from '@diorama/shared/server/db/repositories/reimagines.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { UploadedFile } from '../../contract/multipart.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { presentAsset, presentFailure } from '../assets/serializer.ts';
import { loadComposition } from '../compositions/facts.ts';
import { presentAll } from '../lists.ts';

/** The same view of a scene, made anew by a provider of pictures. */
export function reimagineHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof reimagineRoutes> {
  const { db, urls, env } = deps;
  // The stand-in of the demo draws with it.
  const takesDepth = env.reimagine?.takesDepth ?? env.demo;

  return {
    createReimagine: async ({ params, body }, { actor, file, files, language, newId }) => {
      const scene = await loadComposition(db, 'edit', { id: params.id, userId: actor.userId });
      // In the demo a stand-in draws: everything but the provider can be tried.
      if (env.reimagine === null && !env.demo) {
        throw new CodedError('reimagine.unavailable');
      }
      const picture = judgePicture(file);
      const sent = files.get('depth');
      const depth = sent && takesDepth ? judgePicture(sent) : null;
      // Counted once more where it is written down: this only spares the store.
      await assertLeft(db, { accountId: scene.account_id, count: body.count });
      const store = (body: UploadedFile) =>
        storeObject(deps, { accountId: scene.account_id, body, contentType: 'image/png' });
      const object = await store(picture);
      const farObject = depth && (await store(depth));
      const id = await createReimagine(db, {
        id: newId,
        compositionId: scene.id,
        accountId: scene.account_id,
        userId: actor.userId,
        prompt: body.prompt,
        style: body.style ?? null,
        strength: body.strength,
        count: body.count,
        imageObject: object.id,
        depthObject: farObject?.id ?? null,
      });
      return presentOne(await load(id, 'edit', actor.userId), language);
    },

    listReimagines: async ({ params }, { actor, language }) => {
      const scene = await loadComposition(db, 'read', { id: params.id, userId: actor.userId });
      const rows = await listReimagines(db, scene.id, actor.userId);
      const left = await countLeft(db, scene.account_id);
      return {
        ...presentAll(
          `/api/compositions/${scene.id}/reimagines`,
          rows.map((row) => present(row, left, language)),
        ),
        left,
      };
    },

    getReimagine: async ({ params }, { actor, language }) =>
      presentOne(await load(params.id, 'read', actor.userId), language),

    cancelReimagine: async ({ params }, { actor }) => {
      const row = await load(params.id, 'edit', actor.userId);
      await cancelReimagine(db, row.id);
      return undefined;
    },

    keepReimagine: async ({ params, body }, { actor, language }) => {
      const row = await load(params.id, 'edit', actor.userId);
      const objectId = row.candidate_objects[body.candidate];
      const object = objectId === undefined ? null : await findObject(db, objectId);
      if (objectId === undefined || !object) {
        throw new CodedError('request.not-found');
      }
      const id = await createAsset(db, {
        accountId: row.account_id,
        compositionId: row.composition_id,
        userId: actor.userId,
        type: ASSET_TYPE.image,
        uploadType: 'scene',
        name: `${row.prompt.split('\n')[0]?.slice(0, 100) ?? ''}.webp`,
        size: object.size,
        objectId,
        uploadId: null,
      });
      const asset = await findAsset(db, id);
      if (!asset) {
        throw new CodedError('request.not-found');
      }
      return presentAsset(urls, asset, language);
    },
  };

  /** What a person may not see answers like what is not there. */
  async function load(id: string, action: CompositionAction, userId: string): Promise<ReimagineRow> {
    const row = await findReimagine(db, id);
    if (!row) {
      throw new CodedError('request.not-found');
    }
    await loadComposition(db, action, { id: row.composition_id, userId });
    return row;
  }

  async function presentOne(row: ReimagineRow, language: Language): Promise<Reimagine> {
    return present(row, await countLeft(db, row.account_id), language);
  }

  function present(row: ReimagineRow, left: number, language: Language): Reimagine {
    return {
      '@id': `/api/reimagines/${row.id}`,
      '@type': 'Reimagine',
      uuid: row.id,
      composition: `/api/compositions/${row.composition_id}`,
      prompt: row.prompt,
      style: row.style,
      status: row.status,
      source: urls.file(row.image_object, 'view.png'),
      candidates: row.candidate_objects.flatMap((object, at) => {
        const url = urls.file(object, `candidate-${at + 1}.webp`);
        return url === null ? [] : [{ url }];
      }),
      error: presentFailure(row.error_code, null, language),
      left,
      createdAt: row.created_at,
    };
  }
}

/** @throws CodedError `request.invalid` without a picture, `upload.*` for what is none */
function judgePicture(file: UploadedFile | null): UploadedFile {
  if (!file) {
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath: 'image', code: 'upload.missing', message: 'A picture is needed' }],
    });
  }
  if (file.size > MAX_ANNOTATION_IMAGE_BYTES) {
    throw new CodedError('upload.too-large');
  }
  if (sniffFormat(file.head, file.size) !== 'png') {
    throw new CodedError('upload.format');
  }
  return file;
}
