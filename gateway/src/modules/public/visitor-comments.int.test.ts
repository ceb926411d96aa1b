import { sendDueDigests } from '@diorama/shared/server/comments/comment-digests.queries.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { startHarness } from '../../test/harness.ts';
import { publishScene } from '../../test/published.ts';
import { useWorkspace } from '../../test/workspace-fixture.ts';

const ANCHOR = { node: 'vase', position: [0, 1.5, 0], normal: [0, 1, 0] };

describe('visitor comments', () => {
  const fixture = useWorkspace();
  let scene: string;
  beforeEach(async () => {
    await fixture.harness.confirmEmail(fixture.owner);
    scene = await publishScene(fixture.harness, fixture.owner);
    await share({ allowComment: true });
  });

  const share = (sharing: object) => fixture.call('PATCH', `/api/compositions/${scene}`, { sharing });
  const path = () => `/api/public/scenes/${scene}/comments`;
  const say = (body: object, token?: string) => fixture.harness.call('POST', path(), { body, token });
  const list = async () =>
    (await fixture.harness.call('GET', path())).json.comments as {
      uuid: string;
      text: string;
      isVisitor: boolean;
    }[];
  const sayAsOwner = (body: object) => fixture.call('POST', `/api/compositions/${scene}/comments`, body);

  it('are shown to visitors and members, with anchor and replies', async () => {
    const said = await say({ name: ' Vera\u202e ', text: 'Is it\r\nheavy?', anchor: ANCHOR });
    expect(said.status).toBe(201);
    expect(said.json).toMatchObject({
      parent: null,
      name: 'Vera',
      isVisitor: true,
      text: 'Is it\nheavy?',
      isResolved: false,
      anchor: { node: 'vase', position: [0, 1.5, 0] },
    });
    const own = await fixture.call('GET', `/api/comments/${said.json.uuid}`);
    expect(own.json).toMatchObject({ author: null, visitor: 'Vera', unread: true });
    const answer = await sayAsOwner({ text: 'Two kilos', parent: said.json.uuid });
    expect(answer.status).toBe(201);
    const again = await say({ name: 'Olaf', text: 'Thanks', parent: answer.json.uuid });
    expect(again.json).toMatchObject({ parent: said.json.uuid, name: 'Olaf' });
    expect((await list()).map(({ text, isVisitor }) => [text, isVisitor])).toEqual([
      ['Is it\nheavy?', true],
      ['Two kilos', false],
      ['Thanks', true],
    ]);
  });

  it('do not include internal comments and cannot reply to them', async () => {
    const inner = await sayAsOwner({ text: 'The client must not read this' });
    await say({ name: 'Vera', text: 'Nice' });
    const { text } = await fixture.harness.call('GET', path());
    expect(text).not.toContain('must not');
    expect((await say({ name: 'Vera', text: 'What?', parent: inner.json.uuid })).status).toBe(422);
  });

  it('are accepted only where the link allows them, from visitors with access', async () => {
    await share({ allowComment: false });
    for (const answer of [
      await say({ name: 'Vera', text: 'Hello' }),
      await fixture.harness.call('GET', path()),
    ]) {
      expect([answer.status, answer.json.description]).toEqual([403, 'security.not-allowed']);
    }
    await share({ allowComment: true });
    await fixture.call('PATCH', `/api/compositions/${scene}`, {
      privacy: 'password',
      password: 'open sesame',
    });
    expect((await say({ name: 'Vera', text: 'Hello' })).status).toBe(423);
    const { json } = await fixture.harness.call('POST', `/api/public/scenes/${scene}/unlock`, {
      body: { password: 'open sesame' },
    });
    expect((await say({ name: 'Vera', text: 'Hello' }, String(json.token))).status).toBe(201);
    await fixture.call('PATCH', `/api/compositions/${scene}`, { status: 'draft' });
    expect((await say({ name: 'Vera', text: 'Hello' }, String(json.token))).status).toBe(404);
  });

  it('are rejected with an invalid name, text, anchor or parent', async () => {
    const bodies = [
      { name: '', text: 'Hello' },
      { name: '\u200b ', text: 'Hello' },
      { name: 'x'.repeat(61), text: 'Hello' },
      { name: 'Vera', text: ' \n ' },
      { name: 'Vera', text: 'x'.repeat(2_001) },
      { name: 'Vera', text: 'Hello', anchor: { ...ANCHOR, position: [0, 1e300, 0] } },
      { name: 'Vera', text: 'Hello', anchor: { ...ANCHOR, script: '<b>' } },
      { name: 'Vera', text: 'Hello', parent: 'nonsense' },
      { text: 'Hello' },
    ];
    for (const body of bodies) {
      expect((await say(body)).status, JSON.stringify(body)).toBe(422);
    }
    expect(await list()).toEqual([]);
  });

  it('can be deleted, with their name, and resolved by managers of the scene', async () => {
    const said = await say({ name: 'Vera', text: 'Buy at spam.example' });
    const kept = await say({ name: 'Olaf', text: 'Nice' });
    const remove = await fixture.call('DELETE', `/api/comments/${said.json.uuid}`);
    expect(remove.status).toBe(204);
    expect((await list()).map(({ text }) => text)).toEqual(['Nice']);
    const row = await fixture.harness.db('comments').where({ id: said.json.uuid }).first();
    expect([row.text, row.visitor_name]).toEqual(['', null]);
    await fixture.call('PATCH', `/api/comments/${kept.json.uuid}`, { resolved: true });
    expect(await list()).toMatchObject([{ isResolved: true }]);
    expect((await say({ name: 'Olaf', text: 'More', parent: kept.json.uuid })).status).toBe(409);
  });

  it('are mailed to the creator of the scene without links', async () => {
    await say({ name: 'Cheap pills.example', text: 'Look at https://spam.example now' });
    await fixture.harness.db('comment_notices').update({ due_at: new Date(0) });
    await fixture.harness.db.transaction((trx) => sendDueDigests(trx, 'https://d.test'));
    const mail = await fixture.harness
      .db('emails')
      .where({ recipient: fixture.owner.email, template: 'comment-digest' })
      .first();
    expect(mail.props.remarks).toMatchObject([{ text: 'Look at now' }]);
  });

  it('are listed up to a limit, with all threads and the newest replies', async () => {
    const first = await say({ name: 'Vera', text: 'First' });
    const second = await say({ name: 'Vera', text: 'Second' });
    const third = await say({ name: 'Vera', text: 'Third' });
    for (const { json } of [first, second, third]) {
      await fixture.harness.db.raw(
        `insert into comments (id, composition_id, parent_id, visitor_name, text, created_at)
         select gen_random_uuid(), ?, ?, 'Olaf', 'Answer ' || n, now() + n * interval '1 second'
         from generate_series(1, 250) n`,
        [scene, String(json.uuid)],
      );
    }
    const texts = (await list()).map(({ text }) => text);
    expect(texts.length).toBe(500);
    expect(texts.slice(0, 3)).toEqual(['First', 'Second', 'Third']);
    expect(texts.at(-1)).toBe('Answer 250');
    expect(texts).not.toContain('Answer 50');
  });

  it('are sent again only after a change', async () => {
    const said = await say({ name: 'Vera', text: 'Hello' });
    const ask = (etag: string) =>
      fetch(`${fixture.harness.url}${path()}`, { headers: { 'if-none-match': etag } });
    const etag = (await ask('"other"')).headers.get('etag') ?? '';
    const again = await ask(etag);
    expect([again.status, await again.text()]).toEqual([304, '']);
    await fixture.call('PATCH', `/api/comments/${said.json.uuid}`, { resolved: true });
    const changed = await ask(etag);
    expect([changed.status, (await changed.json()).comments[0].isResolved]).toEqual([200, true]);
  });

  it('are limited per scene and day, from any number of networks', async () => {
    await fixture.harness.db.raw(
      `insert into comments (id, composition_id, visitor_name, text)
       select gen_random_uuid(), ?, 'Vera', 'x' from generate_series(1, 500)`,
      [scene],
    );
    const answer = await say({ name: 'Vera', text: 'One more' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3600']);
    expect((await list()).length).toBe(100);
  });
});

describe('the rate of visitor comments', () => {
  it('is limited per network', async () => {
    await using ends = new AsyncDisposableStack();
    const harness = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    ends.defer(() => harness.close());
    const owner = await harness.signUp('busy');
    const id = await publishScene(harness, owner, { sharing: { allowComment: true } });
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const body = { name: `Somebody ${i}`, text: 'Hello' };
      statuses.push((await harness.call('POST', `/api/public/scenes/${id}/comments`, { body })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
  });

  it('is limited per day and scene', { tags: ['full'] }, async () => {
    await using ends = new AsyncDisposableStack();
    const harness = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    ends.defer(() => harness.close());
    const owner = await harness.signUp('daily');
    const sharing = { allowComment: true };
    const [id, other] = [
      await publishScene(harness, owner, { sharing }),
      await publishScene(harness, owner, { sharing }),
    ];
    const body = { name: 'Vera', text: 'Hello' };
    const say = (scene: string) => harness.call('POST', `/api/public/scenes/${scene}/comments`, { body });
    expect((await say(id)).status).toBe(201);
    // The comments of a day, a few each minute.
    for (let i = 1; i < 50; i += 1) {
      await harness.deps.limits.consume('visitor-comments-a-day', `${id} 127.0.0.1`);
    }
    const refused = await say(id);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect((await say(other)).status).toBe(201);
  });

  it('is limited for reading as well', { tags: ['full'] }, async () => {
    await using ends = new AsyncDisposableStack();
    const harness = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    ends.defer(() => harness.close());
    const owner = await harness.signUp('read');
    const id = await publishScene(harness, owner, { sharing: { allowComment: true } });
    const statuses: number[] = [];
    for (let i = 0; i < 301; i += 1) {
      statuses.push((await harness.call('GET', `/api/public/scenes/${id}/comments`)).status);
    }
    expect([statuses.indexOf(429), statuses.filter((status) => status === 200).length]).toEqual([300, 300]);
  });
});
