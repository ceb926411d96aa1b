import { CodedError, invalidField } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { sniffFormat } from '@diorama/shared/domain/file-format.ts';
import { MAX_ANNOTATION_IMAGE_BYTES } from '@diorama/shared/plans.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { assertLeft, createReimagine } from '@diorama/shared/server/scenes/reimagines.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Call } from '../../contract/handler.ts';
import type { UploadedFile } from '../../contract/multipart.ts';
import type { Deps } from '../../deps.ts';
import { limitedStorage } from '../../limits/limited-storage.ts';
import { loadComposition } from '../compositions/facts.ts';

/**
 * Stores the picture of a view, and requests pictures from it.
 * @returns the id of the request
 * @throws CodedError `reimagine.unavailable`, or when a picture is invalid or the plan has none left.
 */
export async function requestReimagine(
  deps: Pick<Deps, 'db' | 'limits' | 'store' | 'env'>,
  { params, body }: Pick<InputOf<'createReimagine'>, 'params' | 'body'>,
  { actor, file, files, newId }: Call<Actor>,
): Promise<string> {
  const { db, env } = deps;
  const scene = await loadComposition(db, 'edit', { id: params.id, userId: actor.userId });
  // In the demo a stand-in draws: everything but the provider can be tried.
  if (env.reimagine === null && !env.demo) {
    throw new CodedError('reimagine.unavailable');
  }
  const picture = validatePicture(file);
  const sent = files.get('depth');
  // The stand-in of the demo uses depth.
  const takesDepth = env.reimagine?.takesDepth ?? env.demo;
  const depth = sent && takesDepth ? validatePicture(sent) : null;
  // Counted again when it is written: this check only spares the store.
  await assertLeft(db, { accountId: scene.account_id, count: body.count });
  const store = (image: UploadedFile) =>
    storeObject(limitedStorage(deps), { accountId: scene.account_id, body: image, contentType: 'image/png' });
  const object = await store(picture);
  const farObject = depth && (await store(depth));
  return createReimagine(db, {
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
}

/** @throws CodedError `request.invalid` without a picture, `upload.*` for an invalid one */
function validatePicture(file: UploadedFile | null): UploadedFile {
  if (!file) {
    throw invalidField('image', 'upload.missing', { text: 'upload.missing.picture' });
  }
  if (file.size > MAX_ANNOTATION_IMAGE_BYTES) {
    throw new CodedError('upload.too-large', { title: 'upload.too-large.picture' });
  }
  if (sniffFormat(file.head, file.size) !== 'png') {
    throw new CodedError('upload.format');
  }
  return file;
}
