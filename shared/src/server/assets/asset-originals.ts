import { ASSET_TYPE } from '../../contract/asset-type.ts';
import type { ImportReport } from '../../contract/assets.ts';
import type { Knex } from '../db/knex.ts';
import { toStorable } from '../db/storable.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { outdateUses } from '../scenes/scene-outputs.queries.ts';
import type { AssetExtra, AssetRow } from './assets.queries.ts';

type Target = Pick<AssetRow, 'id' | 'account_id'>;

/** Largest turn of a form. */
const MAX_FORM_TURN = 50;

/**
 * Requests a model in its original or optimised form. The current form stays until the other one is ready.
 * @returns whether it is a ready model with an original.
 */
export async function requestOriginal(db: Knex, asset: Target, wants: boolean): Promise<boolean> {
  return db.transaction(async (trx) => {
    const row = await trx('assets')
      .where({ id: asset.id, account_id: asset.account_id })
      .where({ type: ASSET_TYPE.model, status: 'ready', deleted_at: null })
      .whereNotNull('original_object')
      .forNoKeyUpdate()
      .first('wants_original');
    if (!row) {
      return false;
    }
    if (row.wants_original !== wants) {
      await trx('assets').where({ id: asset.id }).update({ wants_original: wants, updated_at: trx.fn.now() });
      const turn = await countAsked(trx, asset);
      await recordEvent(trx, {
        name: 'asset.form-asked',
        payload: { assetId: asset.id, ...(turn > 0 && { turn }) },
      });
      await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
    }
    return true;
  });
}

/** Number of other models of a workspace that wait for their other form, at most {@link MAX_FORM_TURN}. */
async function countAsked(trx: Knex, { id, account_id: accountId }: Target): Promise<number> {
  const others = trx('assets')
    .where({ account_id: accountId, type: ASSET_TYPE.model, deleted_at: null })
    .whereNot({ id })
    .whereNot('wants_original', trx.ref('shows_original'))
    .limit(MAX_FORM_TURN)
    .select('id');
  return (await others).length;
}

/** Switches a model to the processed form, regardless of newer requests, which have a separate job. */
export async function applyForm(
  trx: Knex,
  asset: Target,
  form: { isOriginal: boolean; main: string; mobile: string; report: ImportReport; extra: AssetExtra },
): Promise<void> {
  const count = await trx('assets')
    .where({ id: asset.id, status: 'ready', deleted_at: null })
    .update({
      main_object: form.main,
      mobile_object: form.mobile,
      report: toStorable(form.report),
      extra: toStorable(form.extra),
      shows_original: form.isOriginal,
      updated_at: trx.fn.now(),
    });
  if (count === 0) {
    return;
  }
  await outdateUses(trx, asset.id);
  await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
}

/** Gives up on another form: the model keeps its current one. */
export async function abandonForm(trx: Knex, asset: Target): Promise<void> {
  await trx('assets')
    .where({ id: asset.id, deleted_at: null })
    .update({ wants_original: trx.ref('shows_original'), updated_at: trx.fn.now() });
  await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
}
