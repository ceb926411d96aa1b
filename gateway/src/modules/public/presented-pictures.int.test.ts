import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { failAsset, finishPicture } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { updatePerson } from '@diorama/shared/server/people/people.queries.ts';
import {
  type AccountChange,
  updateWorkspace,
} from '@diorama/shared/server/workspaces/account-lifecycle.queries.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { describe, expect, it } from 'vitest';
import { multipartForm } from '../../test/multipart-form.ts';
import { useDraft } from '../../test/published.ts';
import { idOf } from '../../test/workspace-fixture.ts';

const NO_REPORT = { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [] };

/** The result of a picture's import, as one object. */
const madeAs = (id: string) => ({ main: id, mobile: null, thumbnail: id, report: NO_REPORT, extra: {} });

describe('the logo and watermark of a workspace', () => {
  const draft = useDraft();
  const { fixture, patch, complete } = draft;

  /** Uploads and selects the logo and the watermark of the workspace, as a user does. */
  async function choose() {
    const { token, accountId } = fixture.owner;
    const account = fixture.harness.db('accounts').where({ id: accountId });
    await account.update({ plan: 'starter' });
    const send = async (type: number, uploadType: string) => {
      const content = Buffer.concat([ONE_PIXEL, Buffer.from(uploadType)]);
      const body = multipartForm({ type: String(type), uploadType }, ['file', 'mark.png', content]);
      const sent = await fixture.harness.call('POST', '/api/assets/upload', { token, body });
      return String(sent.json['@id']);
    };
    const logo = await send(ASSET_TYPE.image, 'logo');
    const customWatermark = await send(ASSET_TYPE.customWatermark, 'watermark');
    await fixture.call('PATCH', `/api/account-details/${accountId}`, { logo });
    await fixture.call('PATCH', `/api/accounts/${accountId}`, { features: { customWatermark } });
    return [idOf(logo), idOf(customWatermark)].map((id) => ({ id, account_id: accountId, import_round: 0 }));
  }

  async function shown() {
    const { json } = await fixture.harness.call('GET', `/api/public/scenes/${draft.id}`);
    const { author, watermark } = json as { author: { avatarUrl: string | null }; watermark: string | null };
    return [author.avatarUrl, watermark];
  }

  it('are shown on a published scene only as imported pictures, not as uploaded files', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const assets = await choose();
    expect(await shown()).toEqual([null, null]);
    const made = await storeObject(fixture.harness.deps, {
      accountId: fixture.owner.accountId,
      body: Buffer.from('plain'),
      contentType: 'image/png',
    });
    for (const asset of assets) {
      await fixture.harness.db.transaction((trx) => finishPicture(trx, asset, madeAs(made.id)));
    }
    expect(await shown()).toEqual([expect.stringContaining(made.id), expect.stringContaining(made.id)]);
  });

  it('are not shown after a failed import', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    for (const asset of await choose()) {
      await fixture.harness.db.transaction((trx) =>
        failAsset(trx, asset, { code: 'texture.invalid', detail: null }),
      );
    }
    expect(await shown()).toEqual([null, null]);
    const account = await fixture.harness
      .db('accounts')
      .where({ id: fixture.owner.accountId })
      .first('logo_object');
    expect(account.logo_object).toBeNull();
  });

  it('are never the uploaded file when the import ends during the change', async () => {
    const { db } = fixture.harness;
    const { accountId, userId } = fixture.owner;
    const [logo] = await choose();
    const original = await db('assets').where({ id: logo?.id }).first('original_object');
    const change = async () => {
      // The change was checked before the import ended.
      await db.transaction((trx) =>
        updateWorkspace(trx, accountId, { logo_object: original.original_object }),
      );
      await db.transaction((trx) => updatePerson(trx, userId, { avatar_object: original.original_object }));
      return [
        (await db('accounts').where({ id: accountId }).first('logo_object')).logo_object,
        (await db('users').where({ id: userId }).first('avatar_object')).avatar_object,
      ];
    };
    expect(await change()).toEqual([null, null]);
    const made = await storeObject(fixture.harness.deps, {
      accountId,
      body: Buffer.from('plain as well'),
      contentType: 'image/png',
    });
    const asset = { id: String(logo?.id), account_id: accountId, import_round: 0 };
    await db.transaction((trx) => finishPicture(trx, asset, madeAs(made.id)));
    expect(await change()).toEqual([made.id, made.id]);
    await db('assets').where({ id: asset.id }).update({ main_object: null, status: 'failed' });
    expect(await change()).toEqual([null, null]);
  });

  it('are locked after their assets, regardless of which transaction comes first', async () => {
    const { db } = fixture.harness;
    const { accountId } = fixture.owner;
    const [logo, mark] = await choose();
    const leave = async (target: typeof logo, change: AccountChange) => {
      const failing = await db.transaction();
      await failing('assets').where({ id: target?.id }).forUpdate().select('id');
      // Observed from the start: it may settle before the other one is known to be waiting.
      const outcome = db
        .transaction((trx) => updateWorkspace(trx, accountId, change))
        .then(
          () => 'changed',
          (error: Error) => error.name,
        );
      const waiting = async () => {
        const { rows } = await db.raw(
          `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows[0].count;
      };
      await expect.poll(waiting).toBe(1);
      // It continues with the workspace, as ending imports do.
      await failAsset(failing, target ?? { id: '', account_id: '', import_round: 0 }, {
        code: 'texture.invalid',
        detail: null,
      });
      await failing.commit();
      return outcome;
    };
    expect(['changed', 'ChangedMeanwhileError']).toContain(await leave(logo, { logo_object: null }));
    expect(await leave(mark, { watermark_asset: null })).toBe('changed');
    const row = await db('accounts')
      .where({ id: accountId })
      .first('logo_object', 'logo_wished', 'watermark_asset');
    expect(row).toEqual({ logo_object: null, logo_wished: null, watermark_asset: null });
  });
});
