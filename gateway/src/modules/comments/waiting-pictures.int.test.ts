import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import { finishPicture } from '@diorama/shared/server/db/repositories/asset-import.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { describe, expect, it } from 'vitest';
import { formOf } from '../../test/form-of.ts';
import type { Person } from '../../test/harness.ts';
import { useComments } from './comments-kit.ts';

const kit = useComments();
const { call, get, say } = kit;

/** The newest comment as presented to a user. */
const newest = async (person: Person) =>
  (await get(person, `/api/compositions/${kit.scene}/comments`)).member.at(-1);

const REPORT = { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [] };

/** Uploads a picture as a user, without running its import. */
async function send(person: Person, type: number, fields: Record<string, string> = {}) {
  const content = Buffer.concat([ONE_PIXEL, Buffer.from(String(type))]);
  const form = formOf({ type: String(type), ...fields }, ['file', 'seen.png', content]);
  const { json } = await call(person, 'POST', '/api/assets/upload', form);
  return { iri: String(json['@id']), id: String(json.uuid) };
}

/** Completes the import of a picture. @returns its asset. */
async function finish({ id }: { id: string }): Promise<string> {
  const { db, deps } = kit.harness;
  const asset = await db('assets').where({ id }).first('id', 'account_id', 'import_round');
  const body = Buffer.from(`plain ${id}`);
  const made = await storeObject(deps, { accountId: asset.account_id, body, contentType: 'image/png' });
  const picture = { main: made.id, mobile: null, thumbnail: made.id, report: REPORT, seconds: 1 };
  await db.transaction((trx) => finishPicture(trx, asset, picture));
  return made.id;
}

describe('a picture whose import is going on', () => {
  it('of a person is seen by themselves alone, and by others as soon as it is over', async () => {
    const picture = await send(kit.viewer, ASSET_TYPE.image, { uploadType: 'avatar' });
    const changed = await call(kit.viewer, 'PATCH', `/api/users/${kit.viewer.userId}`, {
      avatar: picture.iri,
    });
    expect(changed.json.avatarUrl).toContain('/files/');
    await say(kit.viewer, { text: 'Look' });
    const shown = async () => (await newest(kit.owner)).author.avatarUrl;
    expect(await shown()).toBeNull();
    const made = await finish(picture);
    expect(await shown()).toContain(made);
    expect((await get(kit.viewer, '/api/users/me')).avatarUrl).toContain(made);
  });

  it('of a comment is seen by whoever sent it alone, and others hear when it is over', async () => {
    const picture = await send(kit.viewer, ASSET_TYPE.commentSnapshot, { composition: kit.scene });
    const comment = await say(kit.viewer, { text: 'Look', snapshot: picture.iri });
    const shownTo = async (person: Person) => (await newest(person)).snapshotUrl;
    expect([await shownTo(kit.owner), await shownTo(kit.viewer)]).toEqual([
      null,
      expect.stringContaining('/files/'),
    ]);
    const { db } = kit.harness;
    await db('live_events').delete();
    const made = await finish(picture);
    expect(await db('live_events').where({ topic: 'comment' }).pluck('resource_id')).toEqual([
      comment.json.uuid,
    ]);
    expect([await shownTo(kit.owner), await shownTo(kit.viewer)]).toEqual([
      expect.stringContaining(made),
      expect.stringContaining(made),
    ]);
  });

  it('is the file that came for who sent it and who manages the workspace, and for nobody else at any time', async () => {
    const picture = await send(kit.viewer, ASSET_TYPE.commentSnapshot, { composition: kit.scene });
    const seenBy = async (person: Person) => {
      const { status, originalUrl } = await get(person, picture.iri);
      return [status, originalUrl === null];
    };
    expect(await seenBy(kit.editor)).toEqual(['uploaded', true]);
    await finish(picture);
    expect(await seenBy(kit.editor)).toEqual(['ready', true]);
    expect([await seenBy(kit.viewer), await seenBy(kit.owner)]).toEqual([
      ['ready', false],
      ['ready', false],
    ]);
  });
});
