import { createHash } from 'node:crypto';
import type { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import { assertFound, CodedError } from '@diorama/shared/contract/errors.ts';
import { listAssetFiles } from '@diorama/shared/server/assets/assets.queries.ts';
import { deferredJson } from '../../contract/deferred-json.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { fileNameOf } from '../compositions/serializer.ts';
import { openSharedScene } from './open-scene.ts';
import { optionFilesHandler } from './option-files.ts';
import { pictureOf, serializeFiles, serializePresenter } from './serializer.ts';
import { findSharedScene } from './shared-scene.ts';

const UNLOCK_SECONDS = 24 * 60 * 60;

type PublicRoutes = Pick<typeof compositionRoutes, 'getPublicScene' | 'getOptionFiles' | 'unlockPublicScene'>;

/** Published scenes for visitors. */
export function publicHandlers(deps: Deps & { urls: Urls }): HandlersOf<PublicRoutes> {
  const { db, tokens, urls, limits, passwords, clock, documents } = deps;

  return {
    getPublicScene: async ({ params }, { ctx, ip }) => {
      const scene = await openSharedScene(deps, params.uuid, ctx.get('authorization'));
      const isPublic = scene.privacy === 'public';
      const visibility = { keyVersion: scene.keyVersion, isPublic };
      const files = await listAssetFiles(db, scene.account_id, scene.asset_ids);
      const reader = { audience: 'visitors', caller: { userId: null, ip } } as const;
      const base = fileNameOf(scene.name);
      const file = (object: string | null, name: string) => urls.sceneFile(object, name, visibility);
      ctx.set('Cache-Control', isPublic ? 'public, max-age=10' : 'private, no-store');
      const head = {
        uuid: scene.id,
        name: scene.name,
        description: scene.description,
        ...serializePresenter(urls, scene),
        thumbnail: pictureOf(urls, scene),
        revision: scene.revision,
        assets: serializeFiles(urls, files, visibility),
        output: {
          glb: file(scene.glb_object, `${base}.glb`),
          glbMobile: file(scene.mobile_object, `${base}-mobile.glb`),
          glbAr: file(scene.ar_object, `${base}-ar.glb`),
          usdz: file(scene.usdz_object, `${base}.usdz`),
          carousel: scene.carousel_objects.flatMap((object, at) => file(object, `frame-${at}.webp`) ?? []),
        },
        sharing: scene.sharing,
      };
      const digest = createHash('sha256')
        .update(JSON.stringify(head))
        .update(scene.output_id)
        .digest('base64url');
      ctx.set('ETag', `"${digest}"`);
      return {
        ...head,
        document: deferredJson(() => documents.readFixed('output', scene.output_id, reader)),
      };
    },

    getOptionFiles: optionFilesHandler(deps),

    unlockPublicScene: async ({ params, body }, { ip }) => {
      // The uuid may be written in any case.
      await limits.consume('unlock', `${params.uuid.toLowerCase()} ${ip}`);
      const scene = await findSharedScene(db, params.uuid);
      const isRight = await passwords.verify(body.password, scene?.password_hash ?? null, 'unknown');
      assertFound(scene?.privacy === 'password');
      if (!isRight) {
        throw new CodedError('auth.wrong-credentials');
      }
      return {
        token: await tokens.share(scene.id, scene.keyVersion, UNLOCK_SECONDS),
        expiresAt: new Date(clock.now().getTime() + UNLOCK_SECONDS * 1_000).toISOString(),
      };
    },
  };
}
