import { MAX_COMMENTS } from '@diorama/shared/contract/comments.ts';
import { sweepComments } from '@diorama/shared/server/comments/comment-changes.queries.ts';
import { forgetExpired } from '@diorama/shared/server/storage/storage-sweep.queries.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../test/harness.ts';
import { multipartForm } from '../../test/multipart-form.ts';
import { ANCHOR, useComments } from './comments-fixture.ts';

const fixture = useComments();
const { call, createScene, get, join, patch, say, threads } = fixture;

describe('a comment', () => {
  it('can be written by everyone who sees the scene, with anchor, mentions and replies', async () => {
    const answer = await say(fixture.viewer, {
      text: ' The vase\r\nis too tall ',
      anchor: ANCHOR,
      mentions: [`/api/users/${fixture.editor.userId}`],
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      text: 'The vase\nis too tall',
      composition: `/api/compositions/${fixture.scene}`,
      parent: null,
      anchor: { ...ANCHOR, camera: null, surface: null },
      resolvedAt: null,
      unread: false,
      author: { uuid: fixture.viewer.userId },
      mentions: [{ uuid: fixture.editor.userId }],
    });
    const reply = await say(fixture.owner, { text: 'Shorter then', parent: answer.json['@id'] });
    const nested = await say(fixture.viewer, { text: 'Thank you', parent: reply.json['@id'] });
    // An answer to an answer belongs to the thread.
    expect(nested.json.parent).toBe(answer.json['@id']);
    const list = await get(fixture.viewer, `/api/compositions/${fixture.scene}/comments`);
    expect(list.member.map(({ text }: { text: string }) => text)).toEqual([
      'The vase\nis too tall',
      'Shorter then',
      'Thank you',
    ]);
  });

  it('is listed in pages of whole threads or as one thread, with its number in the scene', async () => {
    const ids: string[] = [];
    for (const text of ['1', '2', '3']) {
      ids.push(String((await say(fixture.owner, { text })).json.uuid));
    }
    const reply = await say(fixture.viewer, { text: '1.1', parent: ids[0] });
    const told = ({ member }: { member: { text: string; number: number | null }[] }) =>
      member.map(({ text, number }) => [text, number]);
    const path = `/api/compositions/${fixture.scene}/comments`;
    const page = await get(fixture.viewer, `${path}?order[activeAt]=desc&itemsPerPage=2`);
    expect([told(page), page.totalItems]).toEqual([
      [
        ['1', 1],
        ['1.1', null],
        ['3', 3],
      ],
      3,
    ]);
    expect(told(await get(fixture.viewer, page.view.next))).toEqual([['2', 2]]);
    for (const id of [ids[0], reply.json.uuid]) {
      expect(told(await get(fixture.viewer, `${path}?thread=${id}`))).toEqual([
        ['1', 1],
        ['1.1', null],
      ]);
    }
    await call(fixture.owner, 'DELETE', `/api/comments/${ids[2]}`);
    expect(told(await get(fixture.viewer, `${path}?thread=${ids[2]}`))).toEqual([]);
    // The number of a removed thread is not reused.
    expect((await say(fixture.owner, { text: '4' })).json.number).toBe(4);
    const elsewhere = await createScene(fixture.owner, 'Elsewhere');
    const there = await say(fixture.owner, { text: 'There' }, elsewhere);
    expect([there.json.number, told(await get(fixture.viewer, `${path}?thread=${there.json.uuid}`))]).toEqual(
      [1, []],
    );
  });

  it('is stored once per idempotency key, also after a crash before the response', async () => {
    const sayOnce = (body: object, target = fixture.scene) =>
      fixture.harness.call('POST', `/api/compositions/${target}/comments`, {
        token: fixture.owner.token,
        body,
        headers: { 'idempotency-key': 'said' },
      });
    const first = await sayOnce({ text: 'Once' });
    expect([first.status, (await sayOnce({ text: 'Once' })).text]).toEqual([201, first.text]);
    expect((await sayOnce({ text: 'Twice' })).json.description).toBe('idempotency.mismatch');
    const other = await createScene(fixture.owner, 'Other');
    expect((await sayOnce({ text: 'Once' }, other)).json.description).toBe('idempotency.mismatch');
    await fixture.harness
      .db('idempotency_keys')
      .where({ key: 'said' })
      .update({
        status: null,
        answer: null,
        created_at: fixture.harness.db.raw(`now() - interval '2 minutes'`),
      });
    const again = await sayOnce({ text: 'Once' });
    expect([again.status, again.json.uuid]).toEqual([201, first.json.uuid]);
    expect((await threads(fixture.viewer)).map(({ text }) => text)).toEqual(['Once']);
  });

  it('is rejected when the scene has the maximum number of comments', async () => {
    await fixture.harness.db.raw(
      `insert into comments (id, composition_id, account_id, author_id, text)
       select gen_random_uuid(), :scene, :account, :author, 'one of many' from generate_series(1, :count)`,
      {
        scene: fixture.scene,
        account: fixture.owner.accountId,
        author: fixture.owner.userId,
        count: MAX_COMMENTS - 1,
      },
    );
    expect((await say(fixture.owner, { text: 'The last one' })).status).toBe(201);
    const refused = await say(fixture.viewer, { text: 'One too many' });
    expect([refused.status, refused.json.violations]).toMatchObject([422, [{ propertyPath: 'text' }]]);
  });

  it('does not exist for users without access, in any call', async () => {
    const { json } = await say(fixture.owner, { text: 'Only among us' });
    const calls: [string, string, object?][] = [
      ['GET', `/api/compositions/${fixture.scene}/comments`],
      ['POST', `/api/compositions/${fixture.scene}/comments`, { text: 'Hello?' }],
      ['GET', `/api/comments/${json.uuid}`],
      ['PATCH', `/api/comments/${json.uuid}`, { text: 'Mine now' }],
      ['PATCH', `/api/comments/${json.uuid}`, { resolved: true }],
      ['DELETE', `/api/comments/${json.uuid}`],
      ['POST', `/api/comments/${json.uuid}/read`],
    ];
    for (const [method, path, body] of calls) {
      const answer = await call(fixture.stranger, method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    expect(await threads(fixture.stranger)).toEqual([]);
    // A user who lost access to the scene lost access to their comments.
    const own = await say(fixture.viewer, { text: 'I was here' });
    await fixture.harness.db('composition_members').where({ user_id: fixture.viewer.userId }).delete();
    expect((await patch(fixture.viewer, own.json.uuid, { text: 'Still' })).status).toBe(404);
  });

  it('is edited by its author, resolved by editors and deleted by author or admin', async () => {
    const { json } = await say(fixture.viewer, { text: 'Blue?' });
    expect((await patch(fixture.editor, json.uuid, { text: 'Red!' })).status).toBe(403);
    expect((await patch(fixture.owner, json.uuid, { text: 'Red!' })).status).toBe(403);
    expect((await patch(fixture.viewer, json.uuid, { resolved: true })).status).toBe(403);
    expect((await patch(fixture.viewer, json.uuid, { text: 'Green?' })).json.text).toBe('Green?');
    const settled = await patch(fixture.editor, json.uuid, { resolved: true });
    expect(settled.json.resolvedBy).toMatchObject({ uuid: fixture.editor.userId });
    // Words and settling at once need both rights.
    expect((await patch(fixture.viewer, json.uuid, { text: 'Blue', resolved: false })).status).toBe(403);
    expect((await get(fixture.viewer, `/api/comments/${json.uuid}`)).text).toBe('Green?');
    const remove = (person: Person) => call(person, 'DELETE', `/api/comments/${json.uuid}`);
    expect((await remove(fixture.editor)).status).toBe(403);
    expect((await remove(fixture.owner)).status).toBe(204);
    expect((await remove(fixture.owner)).status).toBe(404);
  });

  it('is locked while resolved', async () => {
    const { json } = await say(fixture.viewer, { text: 'Blue?' });
    await patch(fixture.owner, json.uuid, { resolved: true });
    const late = await say(fixture.viewer, { text: 'But…', parent: json.uuid });
    expect([late.status, late.json.description]).toEqual([409, 'request.conflict']);
    await patch(fixture.owner, json.uuid, { resolved: false });
    const reply = await say(fixture.viewer, { text: 'But…', parent: json.uuid });
    expect(reply.status).toBe(201);
    const onReply = await patch(fixture.owner, reply.json.uuid, { resolved: true });
    expect([onReply.status, onReply.text]).toEqual([422, expect.stringContaining('comment.not-thread')]);
  });

  it('is deleted with its thread, and its text is erased', async () => {
    const { json } = await say(fixture.owner, { text: 'A secret', anchor: ANCHOR });
    const reply = await say(fixture.viewer, { text: 'Another', parent: json.uuid });
    await call(fixture.owner, 'DELETE', `/api/comments/${json.uuid}`);
    expect((await get(fixture.viewer, `/api/compositions/${fixture.scene}/comments`)).totalItems).toBe(0);
    expect((await call(fixture.viewer, 'GET', `/api/comments/${reply.json.uuid}`)).status).toBe(404);
    const rows = await fixture.harness.db('comments').where({ composition_id: fixture.scene });
    expect(rows.map(({ text, anchor }) => [text, anchor])).toEqual([
      ['', null],
      ['', null],
    ]);
    await fixture.harness
      .db('comments')
      .where({ composition_id: fixture.scene })
      .update({ deleted_at: '2020-01-01' });
    await sweepComments(fixture.harness.db);
    expect(await fixture.harness.db('comments').where({ composition_id: fixture.scene })).toEqual([]);
  });

  it('keeps hostile text as plain text and rejects invalid input', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202Etxt.exe\u0000\u200B';
    expect((await say(fixture.viewer, { text: hostile })).json.text).toBe(
      '<img src=x onerror=alert(1)>txt.exe',
    );
    const refused: object[] = [
      { text: '' },
      { text: ' \n\u200B\u202E ' },
      { text: 'x'.repeat(5_001) },
      { text: 'Here', anchor: { position: [0, 1e9, 0] } },
      { text: 'Here', anchor: { position: [0, 0] } },
      { text: 'Here', anchor: { ...ANCHOR, script: 'x' } },
      { text: 'You', mentions: Array.from({ length: 21 }, () => fixture.owner.userId) },
      { text: 'You', mentions: [fixture.stranger.userId] },
      { text: 'You', mentions: ['01900000-0000-7000-8000-0000000000ff'] },
      { text: 'So', parent: '01900000-0000-7000-8000-0000000000ff' },
      { text: 'So', snapshot: '01900000-0000-7000-8000-0000000000ff' },
    ];
    for (const body of refused) {
      expect([JSON.stringify(body).slice(0, 60), (await say(fixture.viewer, body)).status]).toEqual([
        JSON.stringify(body).slice(0, 60),
        422,
      ]);
    }
    const elsewhere = await createScene(fixture.owner, 'Elsewhere');
    const there = await say(fixture.owner, { text: 'There' }, elsewhere);
    expect((await say(fixture.owner, { text: 'Here', parent: there.json.uuid })).status).toBe(422);
  });

  it('can mention every user who sees the scene, each listed once by name', async () => {
    const answer = await call(fixture.owner, 'POST', '/api/projects', {
      name: 'Hall',
      owner: fixture.owner.accountId,
    });
    const project = String(answer.json.uuid);
    const fellow = await join('fellow');
    await fixture.harness.db('compositions').where({ id: fixture.scene }).update({ project_id: project });
    await fixture.harness
      .db('project_members')
      .insert(
        [fellow, fixture.viewer].map(({ userId }) => ({ project_id: project, user_id: userId, role: 1 })),
      );
    const people = await get(fixture.viewer, `/api/compositions/${fixture.scene}/people`);
    const names = people.member.map(({ name }: { name: string }) => name);
    expect(people.member.map(({ uuid }: { uuid: string }) => uuid).toSorted()).toEqual(
      [fixture.owner, fixture.editor, fixture.viewer, fellow].map(({ userId }) => userId).toSorted(),
    );
    expect(names).toEqual(names.toSorted());
    expect(people.member[0]).not.toHaveProperty('email');
    for (const { uuid } of people.member) {
      expect((await say(fixture.viewer, { text: 'You', mentions: [uuid] })).status).toBe(201);
    }
    await fixture.harness
      .db('users')
      .where({ id: fellow.userId })
      .update({ deleted_at: fixture.harness.db.fn.now() });
    expect((await get(fixture.viewer, `/api/compositions/${fixture.scene}/people`)).totalItems).toBe(3);
    expect((await say(fixture.viewer, { text: 'You', mentions: [fellow.userId] })).status).toBe(422);
  });

  it('shows a snapshot, which viewers may upload too', async () => {
    const upload = (person: Person, fields: Record<string, string>) =>
      call(person, 'POST', '/api/assets/upload', multipartForm(fields, ['file', 'seen.png', ONE_PIXEL]));
    const picture = await upload(fixture.viewer, { type: '11', composition: fixture.scene });
    expect([picture.status, picture.json.uploadType]).toEqual([201, 'comment']);
    const comment = await say(fixture.viewer, { text: 'Look', snapshot: picture.json['@id'] });
    expect(comment.json.snapshotUrl).toContain('/files/');
    // The right to speak is no right to change: any other kind of file is refused as before.
    expect(
      (await upload(fixture.viewer, { type: '2', composition: fixture.scene, uploadType: 'comment' })).status,
    ).toBe(415);
    expect(
      (await upload(fixture.viewer, { type: '3', composition: fixture.scene, uploadType: 'comment' })).status,
    ).toBe(403);
    expect((await upload(fixture.stranger, { type: '11', composition: fixture.scene })).status).toBe(404);
    expect((await say(fixture.owner, { text: 'Mine', snapshot: picture.json['@id'] })).status).toBe(422);
  });

  const used = async () => {
    const row = await fixture.harness
      .db('accounts')
      .where({ id: fixture.owner.accountId })
      .first('storage_used');
    return Number(row?.storage_used);
  };

  it('is deleted with its snapshot, whose bytes are freed', async () => {
    const content = Buffer.concat([ONE_PIXEL, Buffer.from('removed')]);
    const form = multipartForm({ type: '11', composition: fixture.scene }, ['file', 'seen.png', content]);
    const before = await used();
    const picture = await call(fixture.viewer, 'POST', '/api/assets/upload', form);
    const comment = await say(fixture.viewer, { text: 'Look', snapshot: picture.json['@id'] });
    expect(await used()).toBe(before + content.length);
    expect((await call(fixture.viewer, 'DELETE', String(comment.json['@id']))).status).toBe(204);
    expect(await used()).toBe(before);
    expect((await get(fixture.viewer, String(picture.json['@id']))).status).toBe(404);
  });

  it('frees the bytes of a snapshot that is unused for a week, and of no other', async () => {
    const send = async (words: string) => {
      const content = Buffer.concat([ONE_PIXEL, Buffer.from(words)]);
      const form = multipartForm({ type: '11', composition: fixture.scene }, ['file', 'seen.png', content]);
      const sent = await call(fixture.viewer, 'POST', '/api/assets/upload', form);
      return { iri: String(sent.json['@id']), size: content.length };
    };
    const [said, unsaid, young] = [await send('said'), await send('never said'), await send('to be said')];
    await say(fixture.viewer, { text: 'Look', snapshot: said.iri });
    const ids = [said, unsaid].map(({ iri }) => iri.slice('/api/assets/'.length));
    await fixture.harness
      .db('assets')
      .whereIn('id', ids)
      .update({ created_at: fixture.harness.db.raw(`now() - interval '8 days'`) });
    const before = await used();
    await fixture.harness.db.transaction(forgetExpired);
    expect(await used()).toBe(before - unsaid.size);
    const answers = await Promise.all(
      [said, unsaid, young].map(({ iri }) => call(fixture.viewer, 'GET', iri)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
  });
});
