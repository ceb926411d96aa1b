import { sendDueDigests } from '@diorama/shared/server/db/repositories/comment-digests.ts';
import { sweepComments } from '@diorama/shared/server/db/repositories/comments.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../test/harness.ts';
import { openLiveStream } from '../../test/live-stream.ts';
import { recordStatements } from '../../test/statements.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const ANCHOR = { node: 'vase', position: [0, 1.5, 0], normal: [0, 1, 0] };

let harness: Harness;
let owner: Person;
let editor: Person;
let viewer: Person;
let stranger: Person;
let scene: string;
let count = 0;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  count += 1;
  const names = ['owner', 'editor', 'viewer', 'stranger'].map((name) => `${name}-c${count}`);
  [owner, editor, viewer, stranger] = (await Promise.all(names.map((name) => harness.signUp(name)))) as [
    Person,
    Person,
    Person,
    Person,
  ];
  // What is said is mailed to confirmed addresses alone.
  await Promise.all([owner, editor, viewer, stranger].map((person) => harness.confirmEmail(person)));
  scene = await createScene(owner);
  await share(scene, editor, 0);
  await share(scene, viewer, 1);
});

async function createScene(person: Person, name = `Hall ${count}`): Promise<string> {
  const answer = await harness.call('POST', '/api/compositions', { token: person.token, body: { name } });
  return String(answer.json.uuid);
}

async function share(composition: string, person: Person, role: 0 | 1): Promise<void> {
  await harness
    .db('composition_members')
    .insert({ composition_id: composition, user_id: person.userId, role });
}

const say = (person: Person, body: object, target = scene) =>
  harness.call('POST', `/api/compositions/${target}/comments`, { token: person.token, body });
const patch = (person: Person, id: unknown, body: object) =>
  harness.call('PATCH', `/api/comments/${id}`, { token: person.token, body });
const get = async (person: Person, path: string) =>
  JSON.parse((await harness.call('GET', path, { token: person.token })).text);
const threads = async (person: Person, state = '') =>
  (await get(person, `/api/comments${state && `?state=${state}`}`)).member as {
    uuid: string;
    text: string;
    unread: boolean;
    unreadNumber: number;
    repliesNumber: number;
    scene: { uuid: string; name: string };
    lastReply: { text: string } | null;
  }[];
const mails = (person: Person) =>
  harness
    .db('emails')
    .where({ recipient: person.email })
    .whereLike('template', 'comment-%')
    .orderBy('created_at');

describe('what people say about scenes', () => {
  it('is said by whoever sees the scene, with its place and its people', async () => {
    const answer = await say(viewer, {
      text: ' The vase\r\nis too tall ',
      anchor: ANCHOR,
      mentions: [`/api/users/${editor.userId}`],
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      text: 'The vase\nis too tall',
      composition: `/api/compositions/${scene}`,
      parent: null,
      anchor: { ...ANCHOR, camera: null, surface: null },
      resolvedAt: null,
      unread: false,
      author: { uuid: viewer.userId },
      mentions: [{ uuid: editor.userId }],
    });
    const reply = await say(owner, { text: 'Shorter then', parent: answer.json['@id'] });
    const nested = await say(viewer, { text: 'Thank you', parent: reply.json['@id'] });
    // An answer to an answer belongs to the thread.
    expect(nested.json.parent).toBe(answer.json['@id']);
    const list = await get(viewer, `/api/compositions/${scene}/comments`);
    expect(list.member.map(({ text }: { text: string }) => text)).toEqual([
      'The vase\nis too tall',
      'Shorter then',
      'Thank you',
    ]);
  });

  it('is said once with one key, also when who wrote it down died before answering', async () => {
    const sayOnce = (body: object, target = scene) =>
      harness.call('POST', `/api/compositions/${target}/comments`, {
        token: owner.token,
        body,
        headers: { 'idempotency-key': `said-${count}` },
      });
    const first = await sayOnce({ text: 'Once' });
    expect([first.status, (await sayOnce({ text: 'Once' })).text]).toEqual([201, first.text]);
    expect((await sayOnce({ text: 'Twice' })).json.description).toBe('idempotency.mismatch');
    const other = await createScene(owner, 'Other');
    expect((await sayOnce({ text: 'Once' }, other)).json.description).toBe('idempotency.mismatch');
    await harness
      .db('idempotency_keys')
      .where({ key: `said-${count}` })
      .update({ status: null, answer: null, created_at: harness.db.raw(`now() - interval '2 minutes'`) });
    const again = await sayOnce({ text: 'Once' });
    expect([again.status, again.json.uuid]).toEqual([201, first.json.uuid]);
    expect((await threads(viewer)).map(({ text }) => text)).toEqual(['Once']);
  });

  it('does not exist for strangers, in any call', async () => {
    const { json } = await say(owner, { text: 'Only among us' });
    const calls: [string, string, object?][] = [
      ['GET', `/api/compositions/${scene}/comments`],
      ['POST', `/api/compositions/${scene}/comments`, { text: 'Hello?' }],
      ['GET', `/api/comments/${json.uuid}`],
      ['PATCH', `/api/comments/${json.uuid}`, { text: 'Mine now' }],
      ['PATCH', `/api/comments/${json.uuid}`, { resolved: true }],
      ['DELETE', `/api/comments/${json.uuid}`],
      ['POST', `/api/comments/${json.uuid}/read`],
    ];
    for (const [method, path, body] of calls) {
      const answer = await harness.call(method, path, { token: stranger.token, ...(body ? { body } : {}) });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    expect(await threads(stranger)).toEqual([]);
    // Who lost the right to see the scene lost their own words with it.
    const own = await say(viewer, { text: 'I was here' });
    await harness.db('composition_members').where({ user_id: viewer.userId }).delete();
    expect((await patch(viewer, own.json.uuid, { text: 'Still' })).status).toBe(404);
  });

  it('is changed by its author alone, settled by editors, removed by author or admin', async () => {
    const { json } = await say(viewer, { text: 'Blue?' });
    expect((await patch(editor, json.uuid, { text: 'Red!' })).status).toBe(403);
    expect((await patch(owner, json.uuid, { text: 'Red!' })).status).toBe(403);
    expect((await patch(viewer, json.uuid, { resolved: true })).status).toBe(403);
    expect((await patch(viewer, json.uuid, { text: 'Green?' })).json.text).toBe('Green?');
    const settled = await patch(editor, json.uuid, { resolved: true });
    expect(settled.json.resolvedBy).toMatchObject({ uuid: editor.userId });
    // Words and settling at once need both rights.
    expect((await patch(viewer, json.uuid, { text: 'Blue', resolved: false })).status).toBe(403);
    expect((await get(viewer, `/api/comments/${json.uuid}`)).text).toBe('Green?');
    const remove = (person: Person) =>
      harness.call('DELETE', `/api/comments/${json.uuid}`, { token: person.token });
    expect((await remove(editor)).status).toBe(403);
    expect((await remove(owner)).status).toBe(204);
    expect((await remove(owner)).status).toBe(404);
  });

  it('is locked once resolved, until it is opened again', async () => {
    const { json } = await say(viewer, { text: 'Blue?' });
    await patch(owner, json.uuid, { resolved: true });
    const late = await say(viewer, { text: 'But…', parent: json.uuid });
    expect([late.status, late.json.description]).toEqual([409, 'request.conflict']);
    await patch(owner, json.uuid, { resolved: false });
    const reply = await say(viewer, { text: 'But…', parent: json.uuid });
    expect(reply.status).toBe(201);
    const onReply = await patch(owner, reply.json.uuid, { resolved: true });
    expect([onReply.status, onReply.text]).toEqual([422, expect.stringContaining('comment.not-thread')]);
  });

  it('goes with its whole thread, and its words leave the database', async () => {
    const { json } = await say(owner, { text: 'A secret', anchor: ANCHOR });
    const reply = await say(viewer, { text: 'Another', parent: json.uuid });
    await harness.call('DELETE', `/api/comments/${json.uuid}`, { token: owner.token });
    expect((await get(viewer, `/api/compositions/${scene}/comments`)).totalItems).toBe(0);
    expect(
      (await harness.call('GET', `/api/comments/${reply.json.uuid}`, { token: viewer.token })).status,
    ).toBe(404);
    const rows = await harness.db('comments').where({ composition_id: scene });
    expect(rows.map(({ text, anchor }) => [text, anchor])).toEqual([
      ['', null],
      ['', null],
    ]);
    await harness.db('comments').where({ composition_id: scene }).update({ deleted_at: '2020-01-01' });
    await sweepComments(harness.db);
    expect(await harness.db('comments').where({ composition_id: scene })).toEqual([]);
  });

  it('takes hostile words as words, and nothing that is none', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202Etxt.exe\u0000\u200B';
    expect((await say(viewer, { text: hostile })).json.text).toBe('<img src=x onerror=alert(1)>txt.exe');
    const refused: object[] = [
      { text: '' },
      { text: ' \n\u200B\u202E ' },
      { text: 'x'.repeat(5_001) },
      { text: 'Here', anchor: { position: [0, 1e9, 0] } },
      { text: 'Here', anchor: { position: [0, 0] } },
      { text: 'Here', anchor: { ...ANCHOR, script: 'x' } },
      { text: 'You', mentions: Array.from({ length: 21 }, () => owner.userId) },
      { text: 'You', mentions: [stranger.userId] },
      { text: 'You', mentions: ['01900000-0000-7000-8000-0000000000ff'] },
      { text: 'So', parent: '01900000-0000-7000-8000-0000000000ff' },
      { text: 'So', snapshot: '01900000-0000-7000-8000-0000000000ff' },
    ];
    for (const body of refused) {
      expect([JSON.stringify(body).slice(0, 60), (await say(viewer, body)).status]).toEqual([
        JSON.stringify(body).slice(0, 60),
        422,
      ]);
    }
    const elsewhere = await createScene(owner, 'Elsewhere');
    const there = await say(owner, { text: 'There' }, elsewhere);
    expect((await say(owner, { text: 'Here', parent: there.json.uuid })).status).toBe(422);
  });

  it('can mention everybody who sees the scene, each once and by name', async () => {
    const answer = await harness.call('POST', '/api/projects', {
      token: owner.token,
      body: { name: 'Hall', owner: owner.accountId },
    });
    const project = String(answer.json.uuid);
    const fellow = await harness.signUp(`fellow-c${count}`);
    await harness.db('compositions').where({ id: scene }).update({ project_id: project });
    await harness
      .db('project_members')
      .insert([fellow, viewer].map(({ userId }) => ({ project_id: project, user_id: userId, role: 1 })));
    const people = await get(viewer, `/api/compositions/${scene}/people`);
    const names = people.member.map(({ name }: { name: string }) => name);
    expect(people.member.map(({ uuid }: { uuid: string }) => uuid).toSorted()).toEqual(
      [owner, editor, viewer, fellow].map(({ userId }) => userId).toSorted(),
    );
    expect(names).toEqual(names.toSorted());
    expect(people.member[0]).not.toHaveProperty('email');
    for (const { uuid } of people.member) {
      expect((await say(viewer, { text: 'You', mentions: [uuid] })).status).toBe(201);
    }
    await harness.db('users').where({ id: fellow.userId }).update({ deleted_at: harness.db.fn.now() });
    expect((await get(viewer, `/api/compositions/${scene}/people`)).totalItems).toBe(3);
    expect((await say(viewer, { text: 'You', mentions: [fellow.userId] })).status).toBe(422);
  });

  it('shows what its author saw, by a picture that viewers may upload too', async () => {
    const upload = async (person: Person, fields: Record<string, string>) => {
      const form = new FormData();
      for (const [key, value] of Object.entries(fields)) {
        form.append(key, value);
      }
      form.append('file', new Blob([new Uint8Array(PNG)]), 'seen.png');
      return harness.call('POST', '/api/assets/upload', { token: person.token, body: form });
    };
    const picture = await upload(viewer, { type: '11', composition: scene });
    expect([picture.status, picture.json.uploadType]).toEqual([201, 'comment']);
    const comment = await say(viewer, { text: 'Look', snapshot: picture.json['@id'] });
    expect(comment.json.snapshotUrl).toContain('/files/');
    // The right to speak is no right to change: any other kind of file is refused as before.
    expect((await upload(viewer, { type: '2', composition: scene, uploadType: 'comment' })).status).toBe(415);
    expect((await upload(viewer, { type: '3', composition: scene, uploadType: 'comment' })).status).toBe(403);
    expect((await upload(stranger, { type: '11', composition: scene })).status).toBe(404);
    expect((await say(owner, { text: 'Mine', snapshot: picture.json['@id'] })).status).toBe(422);
  });
});

describe('the overview', () => {
  it('gathers the threads of all scenes one may see, what happened last first', async () => {
    const other = await createScene(stranger, 'Far away');
    await say(stranger, { text: 'Not for you' }, other);
    const first = await say(owner, { text: 'First' });
    const second = await say(editor, { text: 'Second' });
    await say(owner, { text: 'An answer', parent: first.json.uuid });
    const seen = await threads(viewer);
    expect(seen.map(({ text }) => text)).toEqual(['First', 'Second']);
    expect(seen[0]).toMatchObject({
      unread: true,
      unreadNumber: 2,
      repliesNumber: 1,
      lastReply: { text: 'An answer' },
      scene: { uuid: scene, name: `Hall ${count}` },
    });
    await patch(owner, second.json.uuid, { resolved: true });
    expect((await threads(viewer, 'resolved')).map(({ text }) => text)).toEqual(['Second']);
    expect((await threads(viewer, 'open')).map(({ text }) => text)).toEqual(['First']);
    expect((await threads(viewer, 'mine')).map(({ text }) => text)).toEqual([]);
    expect((await threads(editor, 'mine')).map(({ text }) => text)).toEqual(['Second']);
    await say(editor, { text: 'And you?', parent: first.json.uuid, mentions: [viewer.userId] });
    expect((await threads(viewer, 'mine')).map(({ text }) => text)).toEqual(['First']);
  });

  it('keeps for each person what they have read', async () => {
    const { json } = await say(owner, { text: 'News' });
    const reply = await say(editor, { text: 'Indeed', parent: json.uuid });
    expect((await threads(owner, 'unread')).map(({ unreadNumber }) => unreadNumber)).toEqual([1]);
    const read = await harness.call('POST', `/api/comments/${reply.json.uuid}/read`, { token: viewer.token });
    expect(read.json).toMatchObject({ uuid: json.uuid, unread: false });
    expect(await threads(viewer, 'unread')).toEqual([]);
    expect(await threads(owner, 'unread')).toHaveLength(1);
    await say(editor, { text: 'More', parent: json.uuid });
    expect((await threads(viewer, 'unread')).map(({ unreadNumber }) => unreadNumber)).toEqual([1]);
    const all = await harness.call('POST', '/api/comments/read', { token: viewer.token });
    expect(all.json).toEqual({ read: 1 });
    expect(await threads(viewer, 'unread')).toEqual([]);
    expect((await harness.call('POST', '/api/comments/read', { token: viewer.token })).json).toEqual({
      read: 0,
    });
  });

  it('comes in pages, of one workspace if asked, and leaves out the trash', async () => {
    for (const text of ['a', 'b', 'c']) {
      await say(owner, { text });
    }
    const own = await createScene(viewer, 'My own');
    await say(viewer, { text: 'Mine' }, own);
    const page = await get(viewer, '/api/comments?itemsPerPage=2&state=open');
    expect([page.member.length, page.totalItems]).toEqual([2, 4]);
    const rest = await get(viewer, page.view.next);
    expect([rest.member.length, rest.view]).toEqual([2, undefined]);
    const ofOwn = await get(viewer, `/api/comments?account.uuid=${viewer.accountId}`);
    expect(ofOwn.member.map(({ text }: { text: string }) => text)).toEqual(['Mine']);
    await harness.call('DELETE', `/api/compositions/${scene}`, { token: owner.token });
    expect((await get(viewer, '/api/comments')).totalItems).toBe(1);
  });

  it('takes the same number of queries for one thread as for many', async () => {
    const asked = async () => {
      const { statements } = await recordStatements(() => threads(viewer));
      return statements.map(({ text }) => text).toSorted();
    };
    await say(owner, { text: 'One' });
    const forOne = await asked();
    for (let at = 0; at < 20; at += 1) {
      await say(owner, { text: `Thread ${at}`, mentions: [viewer.userId] });
    }
    expect(forOne.length).toBeGreaterThan(0);
    expect(await asked()).toEqual(forOne);
  });
});

describe('who is told', () => {
  it('mails a mention at once, once, and never to who made it', async () => {
    const { json } = await say(viewer, {
      text: 'See this',
      mentions: [editor.userId, viewer.userId, editor.userId],
    });
    expect(await mails(viewer)).toEqual([]);
    const [mail, ...more] = await mails(editor);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: 'comment-mention' });
    expect(mail.props).toMatchObject({
      text: 'See this',
      url: expect.stringContaining(`/en/builder/${scene}?comment=${json.uuid}`),
    });
    await patch(viewer, json.uuid, { text: 'See that', mentions: [editor.userId, owner.userId] });
    expect(await mails(editor)).toHaveLength(1);
    expect(await mails(owner)).toHaveLength(1);
  });

  it('gathers the rest into one mail a person, about what is still unread', async () => {
    const digest = () => harness.db.transaction((trx) => sendDueDigests(trx, 'https://diorama.test'));
    const { json } = await say(viewer, { text: 'First' });
    await say(editor, { text: 'Second', parent: json.uuid });
    // Not before it is due.
    await digest();
    expect(await mails(owner)).toEqual([]);
    await harness.db('comment_notices').update({ due_at: '2020-01-01' });
    await digest();
    const [mail] = await mails(owner);
    expect(mail).toMatchObject({ template: 'comment-digest' });
    expect(mail.props).toMatchObject({
      count: 2,
      url: `https://diorama.test/en/builder/${scene}?comment=${json.uuid}`,
      remarks: [
        { text: 'First', isReply: false },
        { text: 'Second', isReply: true },
      ],
    });
    expect((await mails(viewer)).map(({ template }) => template)).toEqual(['comment-digest']);
    expect(await mails(editor)).toEqual([]);
    // Run again it tells nobody anything.
    await digest();
    expect(await mails(owner)).toHaveLength(1);
    // What was read, removed or can no longer be seen is not worth a mail.
    await say(editor, { text: 'Third', parent: json.uuid });
    const gone = await say(editor, { text: 'Fourth' });
    await harness.call('POST', `/api/comments/${json.uuid}/read`, { token: owner.token });
    await harness.call('DELETE', `/api/comments/${gone.json.uuid}`, { token: editor.token });
    await harness.db('composition_members').where({ user_id: viewer.userId }).delete();
    await harness.db('comment_notices').update({ due_at: '2020-01-01' });
    await digest();
    expect(await mails(owner)).toHaveLength(1);
    expect(await mails(viewer)).toHaveLength(1);
  });

  it('streams what a person has read to their other windows alone', async () => {
    const { json } = await say(owner, { text: 'News' });
    const reply = await say(editor, { text: 'Indeed', parent: json.uuid });
    const [mine, theirs] = await Promise.all(
      [viewer, stranger].map(({ token }) =>
        openLiveStream(harness.url, { authorization: `Bearer ${token}` }),
      ),
    );
    const others = await openLiveStream(harness.url, { authorization: `Bearer ${owner.token}` });
    const streams = [mine, theirs, others].filter((stream) => stream !== undefined);
    await expect.poll(() => streams.every(({ messages }) => messages.length > 0)).toBe(true);
    const told = () =>
      mine?.messages
        .filter(({ event }) => event === 'comment')
        .map(({ data }) => [data['@id'], data.state?.unread]);
    await harness.call('POST', `/api/comments/${json.uuid}/read`, { token: viewer.token });
    const read = [json['@id'], reply.json['@id']].map((iri) => [iri, false]);
    await expect.poll(told, { timeout: 30_000 }).toEqual(expect.arrayContaining(read));
    // What comes after it has passed the same way.
    await say(owner, { text: 'Later' });
    await expect.poll(() => others.messages.at(-1)?.data.state?.text, { timeout: 30_000 }).toBe('Later');
    expect(others.messages.filter(({ data }) => data.type === 'updated')).toEqual([]);
    expect(theirs?.messages.filter(({ event }) => event === 'comment')).toEqual([]);
    for (const stream of streams) {
      stream.close();
    }
  });

  it('has the other windows of who reads much at once look again, once', async () => {
    for (let number = 0; number < 11; number += 1) {
      await say(owner, { text: `News ${number}` });
    }
    const stream = await openLiveStream(harness.url, { authorization: `Bearer ${viewer.token}` });
    await expect.poll(() => stream.messages.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const { json } = await harness.call('POST', '/api/comments/read', { token: viewer.token });
    expect(json.read).toBe(11);
    // What comes after it has passed the same way.
    await say(owner, { text: 'Later' });
    await expect.poll(() => stream.messages.at(-1)?.data.state?.text, { timeout: 30_000 }).toBe('Later');
    expect(stream.messages.filter(({ event }) => event === 'reset')).toHaveLength(2);
    expect(stream.messages.filter(({ data }) => data.type === 'updated')).toEqual([]);
    stream.close();
  });

  it('streams what is said to those who may see it', async () => {
    const listen = async (person: Person) => {
      const stream = await fetch(`${harness.url}/api/live`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      const reader = stream.body?.getReader();
      let heard = '';
      const until = async (word: string): Promise<string> => {
        while (reader && !heard.includes(word)) {
          const { value, done } = await reader.read();
          heard += done ? word : new TextDecoder().decode(value);
        }
        return heard;
      };
      await until('event: reset');
      return { until, stop: () => reader?.cancel() };
    };
    const seen = await listen(viewer);
    const unseen = await listen(stranger);
    const { json } = await say(owner, { text: 'Hear me' });
    expect(await seen.until('event: comment')).toContain(String(json['@id']));
    await harness.call('DELETE', `/api/comments/${json.uuid}`, { token: owner.token });
    expect(await seen.until('"deleted"')).toContain('"state":null');
    const own = await createScene(stranger, 'Own');
    await say(stranger, { text: 'To myself' }, own);
    const heard = await unseen.until('To myself');
    expect(heard).not.toContain(String(json['@id']));
    await Promise.all([seen.stop(), unseen.stop()]);
  });
});
