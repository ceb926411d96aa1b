import type { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import type { RouteResult } from '@diorama/shared/contract/define.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import type { AssetFiles } from '@diorama/shared/server/assets/assets.queries.ts';
import type { PresenterRow } from '@diorama/shared/server/scenes/public-scenes.queries.ts';
import type { Urls } from '../../web/urls.ts';
import type { SharedScene } from './shared-scene.ts';

/** URL of a published scene's picture, the same in page, embed, oEmbed and link preview, so that it is loaded once. */
export function pictureOf(
  urls: Urls,
  scene: Pick<SharedScene, 'thumbnail_object' | 'thumbnail_type' | 'keyVersion' | 'privacy'>,
): string | null {
  const name = scene.thumbnail_type === 'image/jpeg' ? 'thumbnail.jpg' : 'thumbnail.webp';
  const { keyVersion, privacy } = scene;
  return urls.sceneFile(scene.thumbnail_object, name, { keyVersion, isPublic: privacy === 'public' });
}

type PublicScene = RouteResult<(typeof compositionRoutes)['getPublicScene']>;

/** The workspace of a scene as presented to visitors. */
export function serializePresenter(urls: Urls, row: PresenterRow): Pick<PublicScene, 'author' | 'watermark'> {
  return {
    author: { name: row.account_name, avatarUrl: urls.file(row.logo_object, 'logo.webp') },
    watermark: PLANS[row.plan].features.customWatermark
      ? urls.file(row.watermark_object, 'watermark.webp')
      : null,
  };
}

/** URLs of a scene's files, by the iris of its assets. */
export function serializeFiles(
  urls: Urls,
  files: readonly AssetFiles[],
  visibility: { keyVersion: number; isPublic: boolean },
): PublicScene['assets'] {
  return Object.fromEntries(
    files.map(({ id, main_object, mobile_object }) => [
      `/api/assets/${id}`,
      {
        url: urls.sceneFile(main_object, 'model.glb', visibility) ?? '',
        mobileUrl: urls.sceneFile(mobile_object, 'model-mobile.glb', visibility),
      },
    ]),
  );
}
