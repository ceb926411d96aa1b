import { createHash } from 'node:crypto';
import type { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import { assertFound, CodedError } from '@diorama/shared/contract/errors.ts';
import { combinationText, optionsOf, settleChoices } from '@diorama/shared/scene/options/options.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import { listAssetFiles } from '@diorama/shared/server/assets/assets.queries.ts';
import {
  findStoredOptions,
  MAX_COMBINATION_BYTES,
  type OptionOutput,
  requestOptionOutput,
  useOptionOutput,
} from '@diorama/shared/server/scenes/option-outputs.queries.ts';
import { deferredJson } from '../../contract/deferred-json.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { fileNameOf } from '../compositions/serializer.ts';
import { openSharedScene } from './open-scene.ts';
import { pictureOf, serializeFiles, serializePresenter } from './serializer.ts';
import { findSharedScene, type SharedScene } from './shared-scene.ts';

const WAITING: Files = { status: 'queued', glb_object: null, ar_object: null, usdz_object: null };

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

    getOptionFiles: async ({ params, body }, { ctx, ip }) => {
      const scene = await openSharedScene(deps, params.uuid, ctx.get('authorization'));
      const made = await optionFiles(deps, { scene, choices: body.choices, ip });
      const visibility = { keyVersion: scene.keyVersion, isPublic: scene.privacy === 'public' };
      const base = fileNameOf(scene.name);
      const file = (object: string | null, name: string) => urls.sceneFile(object, name, visibility);
      ctx.set('Cache-Control', 'private, no-store');
      return {
        status: made.status,
        glb: file(made.glb_object, `${base}.glb`),
        glbAr: file(made.ar_object, `${base}-ar.glb`),
        usdz: file(made.usdz_object, `${base}.usdz`),
      };
    },

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

type Files = Pick<OptionOutput, 'status' | 'glb_object' | 'ar_object' | 'usdz_object'>;

/**
 * The files of a published scene with a visitor's choices, which are requested once for all visitors. The default
 * combination has the files of the publication.
 * @throws CodedError `request.too-many` for new combinations beyond the visitor's limit, `server.unavailable` while
 * too many combinations of the workspace wait.
 */
async function optionFiles(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { scene, choices, ip }: { scene: SharedScene; choices: Readonly<Record<string, string>>; ip: string },
): Promise<Files> {
  // Without nodes and materials this is small.
  const options = optionsOf(readStored((await findStoredOptions(db, scene.output_id)) ?? {}));
  const chosen = settleChoices(options, new Map(Object.entries(choices)));
  const combination = combinationText(chosen);
  if (combination === combinationText(settleChoices(options, new Map()))) {
    const { glb_object, usdz_object } = scene;
    return {
      status: 'completed',
      glb_object,
      ar_object: scene.ar_object ?? scene.mobile_object,
      usdz_object,
    };
  }
  if (Buffer.byteLength(combination) > MAX_COMBINATION_BYTES) {
    return { ...WAITING, status: 'failed' };
  }
  const known = await useOptionOutput(db, scene.output_id, combination);
  if (known) {
    return known;
  }
  // Only new combinations count, as visitors ask again until their files are made.
  await limits.consumeFrom('option-files', ip);
  await limits.consume('option-files', ip);
  const wanted = { outputId: scene.output_id, accountId: scene.account_id, choices: combination };
  if (!(await requestOptionOutput(db, wanted))) {
    throw new CodedError('server.unavailable');
  }
  return WAITING;
}
