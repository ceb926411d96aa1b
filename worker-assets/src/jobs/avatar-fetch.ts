import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { createAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { choosePicture } from '@diorama/shared/server/assets/pictures.queries.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { findAvatar } from '@diorama/shared/server/people/people.queries.ts';
import { listAccountsOf } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { fetchPicture, RefusedPictureError } from '../avatar/fetch-picture.ts';
import type { JobDeps } from './deps.ts';

/**
 * Stores the profile picture of a sign-in service as the user's avatar, by the import of uploaded pictures. A user who has
 * chosen a picture meanwhile keeps it, and a refused picture leaves none.
 */
export function avatarFetch(deps: JobDeps): JobHandler<'avatar.fetch'> {
  const { db, logger } = deps;
  return async ({ userId, assetId, url }, context) => {
    const user = await findAvatar(db, userId);
    const [account] = await listAccountsOf(db, userId);
    if (user === null || user.avatar !== null || account === undefined) {
      return { status: 'kept' };
    }
    const { signal } = context;
    const origins = deps.avatarOrigins;
    const picture = await fetchPicture(url, { origins, signal }).catch((error: unknown) => {
      if (error instanceof RefusedPictureError) {
        logger.info({ err: error, userId }, 'profile picture rejected');
        return null;
      }
      throw error;
    });
    if (picture === null) {
      return { status: 'refused' };
    }
    const accountId = account.id;
    const { bytes: body, contentType } = picture;
    const object = await storeObject(deps, { accountId, body, contentType });
    await createAsset(db, {
      id: assetId,
      accountId,
      compositionId: null,
      userId,
      type: ASSET_TYPE.image,
      uploadType: 'avatar',
      name: 'avatar',
      size: body.length,
      objectId: object.id,
      uploadId: null,
    });
    await context.commit(db, (trx) => choosePicture(trx, { table: 'users', id: userId }, object.id));
    return { status: 'stored' };
  };
}
