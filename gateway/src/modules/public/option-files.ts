import type { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import {
  combinationText,
  type OptionChoices,
  optionsOf,
  settleChoices,
} from '@diorama/shared/scene/options/options.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import {
  findOptionRules,
  MAX_COMBINATION_BYTES,
  type OptionOutput,
  requestOptionOutput,
  useOptionOutput,
} from '@diorama/shared/server/scenes/option-outputs.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { ByteCache } from '../../documents/byte-cache.ts';
import type { Urls } from '../../web/urls.ts';
import { fileNameOf } from '../compositions/serializer.ts';
import { openSharedScene } from './open-scene.ts';
import type { SharedScene } from './shared-scene.ts';

type Files = Pick<OptionOutput, 'status' | 'glb_object' | 'ar_object' | 'usdz_object'>;

const WAITING: Files = { status: 'queued', glb_object: null, ar_object: null, usdz_object: null };

/** Bytes of JSON of the cached options of outputs, which never change. Visitors ask every second for their files. */
const CACHE_BYTES = 16_000_000;

/** Options of an output with their rules; `length` is that of their JSON. */
type OptionRules = { options: readonly OptionChoices[]; length: number };

type Context = Pick<Deps, 'db' | 'limits'> & { rules: ByteCache<OptionRules> };

/** Answers with the files of a published scene for a visitor's choices. */
export function optionFilesHandler(
  deps: Pick<Deps, 'db' | 'limits' | 'tokens'> & { urls: Urls },
): HandlersOf<Pick<typeof compositionRoutes, 'getOptionFiles'>>['getOptionFiles'] {
  const { db, limits, urls } = deps;
  const rules = new ByteCache<OptionRules>(CACHE_BYTES);
  return async ({ params, body }, { ctx, ip }) => {
    const scene = await openSharedScene(deps, params.uuid, ctx.get('authorization'));
    const made = await optionFiles({ db, limits, rules }, { scene, choices: body.choices, ip });
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
  };
}

/**
 * The files of a published scene with a visitor's choices, which are requested once for all visitors. The default
 * combination has the files of the publication; others fail where these come from a GLB of a client.
 * @throws CodedError `request.too-many` for new combinations beyond the visitor's limit, `server.unavailable` while
 * too many combinations of the workspace wait.
 */
async function optionFiles(
  { db, limits, rules }: Context,
  { scene, choices, ip }: { scene: SharedScene; choices: Readonly<Record<string, string>>; ip: string },
): Promise<Files> {
  const found = await rules.get(scene.output_id, () => readRules(db, scene.output_id));
  if (!found) {
    // Another output was published meanwhile, whose files the visitor gets by asking again.
    return WAITING;
  }
  const chosen = settleChoices(found.options, new Map(Object.entries(choices)));
  const combination = combinationText(chosen);
  if (combination === combinationText(settleChoices(found.options, new Map()))) {
    const { glb_object, usdz_object } = scene;
    return {
      status: 'completed',
      glb_object,
      ar_object: scene.ar_object ?? scene.mobile_object,
      usdz_object,
    };
  }
  if (scene.has_source || Buffer.byteLength(combination) > MAX_COMBINATION_BYTES) {
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

async function readRules(db: Deps['db'], outputId: string): Promise<OptionRules | null> {
  const json = await findOptionRules(db, outputId);
  return json === null ? null : { options: optionsOf(readStored(JSON.parse(json))), length: json.length };
}
