import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { finishPicture } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../test/harness.ts';
import { multipartForm } from '../../test/multipart-form.ts';
import { useComments } from './comments-fixture.ts';

const fixture = useComments();
const { call, get, say } = fixture;

/** The newest comment as presented to a user. */
const newest = async (person: Person) =>
  (await get(person, `/api/compositions/${fixture.scene}/comments`)).member.at(-1);

const REPORT = { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [] };

/** Uploads a picture as a user, without running its import. */
async function send(person: Person, type: number, fields: Record<string, string> = {}) {
  const content = Buffer.concat([ONE_PIXEL, Buffer.from(String(type))]);
  const form = multipartForm({ type: String(type), ...fields }, ['file', 'seen.png', content]);
  const { json } = await call(person, 'POST', '/api/assets/upload', form);
  return { iri: String(json['@id']), id: String(json.uuid) };
}

/** Completes the import of a picture. @returns its asset. */
async function finish({ id }: { id: string }): Promise<string> {
  const { db, deps } = fixture.harness;
  const asset = await db('assets').where({ id }).first('id', 'account_id', 'import_round');
  const body = Buffer.from(`plain ${id}`);
  const made = await storeObject(deps, { accountId: asset.account_id, body, contentType: 'image/png' });
  const picture = { main: made.id, mobile: null, thumbnail: made.id, report: REPORT, extra: {} };
  await db.transaction((trx) => finishPicture(trx, asset, picture));
  return made.id;
}

describe('a picture during its import', () => {
  it('of a user is shown only to that user, and to others once imported', async () => {
    const picture = await send(fixture.viewer, ASSET_TYPE.image, { uploadType: 'avatar' });
    const changed = await call(fixture.viewer, 'PATCH', `/api/users/${fixture.viewer.userId}`, {
      avatar: picture.iri,
    });
    expect(changed.json.avatarUrl).toContain('/files/');
    await say(fixture.viewer, { text: 'Look' });
    const shown = async () => (await newest(fixture.owner)).author.avatarUrl;
    expect(await shown()).toBeNull();
    const made = await finish(picture);
    expect(await shown()).toContain(made);
    expect((await get(fixture.viewer, '/api/users/me')).avatarUrl).toContain(made);
  });

  it('of a comment is shown only to its sender, and to others by a live event once imported', async () => {
    const picture = await send(fixture.viewer, ASSET_TYPE.commentSnapshot, { composition: fixture.scene });
    const comment = await say(fixture.viewer, { text: 'Look', snapshot: picture.iri });
    const shownTo = async (person: Person) => (await newest(person)).snapshotUrl;
    expect([await shownTo(fixture.owner), await shownTo(fixture.viewer)]).toEqual([
      null,
      expect.stringContaining('/files/'),
    ]);
    const { db } = fixture.harness;
    await db('live_events').delete();
    const made = await finish(picture);
    expect(await db('live_events').where({ topic: 'comment' }).pluck('resource_id')).toEqual([
      comment.json.uuid,
    ]);
    expect([await shownTo(fixture.owner), await shownTo(fixture.viewer)]).toEqual([
      expect.stringContaining(made),
      expect.stringContaining(made),
    ]);
  });

  it('exposes its original only to the sender and managers of the workspace, at any time', async () => {
    const picture = await send(fixture.viewer, ASSET_TYPE.commentSnapshot, { composition: fixture.scene });
    const seenBy = async (person: Person) => {
      const { status, originalUrl } = await get(person, picture.iri);
      return [status, originalUrl === null];
    };
    expect(await seenBy(fixture.editor)).toEqual(['uploaded', true]);
    await finish(picture);
    expect(await seenBy(fixture.editor)).toEqual(['ready', true]);
    expect([await seenBy(fixture.viewer), await seenBy(fixture.owner)]).toEqual([
      ['ready', false],
      ['ready', false],
    ]);
  });
});
