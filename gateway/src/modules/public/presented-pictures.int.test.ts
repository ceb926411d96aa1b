import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import { failAsset, finishPicture } from '@diorama/shared/server/db/repositories/asset-import.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { describe, expect, it } from 'vitest';
import { formOf } from '../../test/form-of.ts';
import { useDraft } from '../../test/published.ts';
import { idOf } from '../../test/workspace-kit.ts';

describe('what a workspace shows of itself on a published scene', () => {
  const draft = useDraft();
  const { kit, patch, complete } = draft;

  /** Sends the logo and the watermark of the workspace and chooses them, as a person does. */
  async function choose() {
    const { token, accountId } = kit.owner;
    const account = kit.harness.db('accounts').where({ id: accountId });
    await account.update({ plan: 'starter' });
    const send = async (type: number, uploadType: string) => {
      const content = Buffer.concat([ONE_PIXEL, Buffer.from(uploadType)]);
      const body = formOf({ type: String(type), uploadType }, ['file', 'mark.png', content]);
      const sent = await kit.harness.call('POST', '/api/assets/upload', { token, body });
      return String(sent.json['@id']);
    };
    const logo = await send(ASSET_TYPE.image, 'logo');
    const customWatermark = await send(ASSET_TYPE.customWatermark, 'watermark');
    await kit.call('PATCH', `/api/account-details/${accountId}`, { logo });
    await kit.call('PATCH', `/api/accounts/${accountId}`, { features: { customWatermark } });
    return [idOf(logo), idOf(customWatermark)].map((id) => ({ id, account_id: accountId }));
  }

  async function shown() {
    const { json } = await kit.harness.call('GET', `/api/public/scenes/${draft.id}`);
    const { author, watermark } = json as { author: { avatarUrl: string | null }; watermark: string | null };
    return [author.avatarUrl, watermark];
  }

  it('are pictures whose import is over: the files that came may say where they were taken', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const assets = await choose();
    expect(await shown()).toEqual([null, null]);
    const report = { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [] };
    const made = await storeObject(kit.harness.deps, {
      accountId: kit.owner.accountId,
      body: Buffer.from('plain'),
      contentType: 'image/png',
    });
    for (const asset of assets) {
      await kit.harness.db.transaction((trx) =>
        finishPicture(trx, asset, { main: made.id, mobile: null, thumbnail: made.id, report, seconds: 1 }),
      );
    }
    expect(await shown()).toEqual([expect.stringContaining(made.id), expect.stringContaining(made.id)]);
  });

  it('are none that could not be imported', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    for (const asset of await choose()) {
      await kit.harness.db.transaction((trx) =>
        failAsset(trx, asset, { code: 'texture.invalid', detail: null }),
      );
    }
    expect(await shown()).toEqual([null, null]);
    const account = await kit.harness.db('accounts').where({ id: kit.owner.accountId }).first('logo_object');
    expect(account.logo_object).toBeNull();
  });
});
