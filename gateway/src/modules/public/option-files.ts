import { CodedError } from '@diorama/shared/contract/errors.ts';
import { combinationText, optionsOf, settleChoices } from '@diorama/shared/scene/options/options.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import {
  findStoredOptions,
  type OptionOutput,
  requestOptionOutput,
  useOptionOutput,
} from '@diorama/shared/server/scenes/option-outputs.queries.ts';
import type { Deps } from '../../deps.ts';
import type { SharedScene } from './shared-scene.ts';

type Files = Pick<OptionOutput, 'status' | 'glb_object' | 'ar_object' | 'usdz_object'>;

const WAITING: Files = { status: 'queued', glb_object: null, ar_object: null, usdz_object: null };

/**
 * The files of a published scene with a visitor's choices, which are requested once for all visitors. The default
 * combination has the files of the publication.
 * @throws CodedError `request.too-many` for new combinations beyond the visitor's limit, `server.unavailable` while
 * too many combinations of the workspace wait.
 */
export async function optionFiles(
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
  const known = await useOptionOutput(db, scene.output_id, combination);
  if (known) {
    return known;
  }
  await limits.consume('option-files', ip);
  const wanted = { outputId: scene.output_id, accountId: scene.account_id, choices: combination };
  if (!(await requestOptionOutput(db, wanted))) {
    throw new CodedError('server.unavailable');
  }
  return WAITING;
}
