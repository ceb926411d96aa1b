import { sendDueDigests } from '@diorama/shared/server/comments/comment-digests.queries.ts';
import { describe, expect, it } from 'vitest';
import type { LiveStream } from '../../test/live-stream.ts';
import { useComments } from './comments-fixture.ts';

const fixture = useComments();
const { call, createScene, listen, mails, patch, say } = fixture;

describe('comment notifications', () => {
  it('are mailed at once for a mention, once, and not to its author', async () => {
    const { json } = await say(fixture.viewer, {
      text: 'See this',
      mentions: [fixture.editor.userId, fixture.viewer.userId, fixture.editor.userId],
    });
    expect(await mails(fixture.viewer)).toEqual([]);
    const [mail, ...more] = await mails(fixture.editor);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: 'comment-mention' });
    expect(mail.props).toMatchObject({
      text: 'See this',
      url: expect.stringContaining(`/en/builder/${fixture.scene}?comment=${json.uuid}`),
    });
    await patch(fixture.viewer, json.uuid, {
      text: 'See that',
      mentions: [fixture.editor.userId, fixture.owner.userId],
    });
    expect(await mails(fixture.editor)).toHaveLength(1);
    expect(await mails(fixture.owner)).toHaveLength(1);
  });

  it('are combined into one mail per user about unread comments', async () => {
    const digest = () => fixture.harness.db.transaction((trx) => sendDueDigests(trx, 'https://diorama.test'));
    const { json } = await say(fixture.viewer, { text: 'First' });
    await say(fixture.editor, { text: 'Second', parent: json.uuid });
    // Not before it is due.
    await digest();
    expect(await mails(fixture.owner)).toEqual([]);
    await fixture.harness.db('comment_notices').update({ due_at: '2020-01-01' });
    await digest();
    const [mail] = await mails(fixture.owner);
    expect(mail).toMatchObject({ template: 'comment-digest' });
    expect(mail.props).toMatchObject({
      count: 2,
      url: `https://diorama.test/en/builder/${fixture.scene}?comment=${json.uuid}`,
      remarks: [
        { text: 'First', isReply: false },
        { text: 'Second', isReply: true },
      ],
    });
    expect((await mails(fixture.viewer)).map(({ template }) => template)).toEqual(['comment-digest']);
    expect(await mails(fixture.editor)).toEqual([]);
    // A second run sends no mails.
    await digest();
    expect(await mails(fixture.owner)).toHaveLength(1);
    // Read, removed or inaccessible comments are not mailed.
    await say(fixture.editor, { text: 'Third', parent: json.uuid });
    const gone = await say(fixture.editor, { text: 'Fourth' });
    await call(fixture.owner, 'POST', `/api/comments/${json.uuid}/read`);
    await call(fixture.editor, 'DELETE', `/api/comments/${gone.json.uuid}`);
    await fixture.harness.db('composition_members').where({ user_id: fixture.viewer.userId }).delete();
    await fixture.harness.db('comment_notices').update({ due_at: '2020-01-01' });
    await digest();
    expect(await mails(fixture.owner)).toHaveLength(1);
    expect(await mails(fixture.viewer)).toHaveLength(1);
  });

  it('load only the comments that a mail quotes', async () => {
    const { db } = fixture.harness;
    const { json } = await say(fixture.viewer, { text: 'First' });
    for (let reply = 1; reply < 12; reply += 1) {
      await say(fixture.viewer, { text: `Reply ${reply}`, parent: json.uuid });
    }
    await db('comment_notices').update({ due_at: '2020-01-01' });
    let most = 0;
    await db.transaction(async (trx) => {
      trx.on('query-response', (response) => {
        most = Math.max(most, response?.rows?.length ?? 0);
      });
      await sendDueDigests(trx, 'https://diorama.test');
    });
    const [mail] = await mails(fixture.owner);
    expect(mail.props).toMatchObject({ count: 12, remarks: { length: 8 } });
    expect(mail.props.remarks[7].text).toBe('Reply 7');
    // Eight for the owner, and eight for the maker of the scene.
    expect(most).toBeLessThanOrEqual(16);
  });

  it.each([
    ['its maker', 'while they have access', () => Promise.resolve()],
    [
      'its owner',
      'after its maker lost access',
      () => fixture.harness.db('composition_members').where({ user_id: fixture.editor.userId }).delete(),
    ],
    [
      'its owner',
      'after its maker deleted their account',
      () =>
        fixture.harness.db('users').where({ id: fixture.editor.userId }).update({ deleted_at: new Date() }),
    ],
  ])('of a thread in a scene go to %s, %s', async (told, _when, leave) => {
    const { db } = fixture.harness;
    await db('compositions').where({ id: fixture.scene }).update({ created_by: fixture.editor.userId });
    await leave();
    await say(fixture.viewer, { text: 'First' });
    await db('comment_notices').update({ due_at: '2020-01-01' });
    await db.transaction((trx) => sendDueDigests(trx, 'https://diorama.test'));
    const counts = [(await mails(fixture.editor)).length, (await mails(fixture.owner)).length];
    expect(counts).toEqual(told === 'its maker' ? [1, 0] : [0, 1]);
  });

  it('about read comments are streamed only to the reader’s other windows', async () => {
    const { json } = await say(fixture.owner, { text: 'News' });
    const reply = await say(fixture.editor, { text: 'Indeed', parent: json.uuid });
    const [mine, theirs] = await Promise.all([fixture.viewer, fixture.stranger].map(listen));
    const others = await listen(fixture.owner);
    const streams = [mine, theirs, others].filter((stream) => stream !== undefined);
    await expect.poll(() => streams.every(({ messages }) => messages.length > 0)).toBe(true);
    const told = () =>
      mine?.messages
        .filter(({ event }) => event === 'comment')
        .map(({ data }) => [data['@id'], data.state?.unread]);
    await call(fixture.viewer, 'POST', `/api/comments/${json.uuid}/read`);
    const read = [json['@id'], reply.json['@id']].map((iri) => [iri, false]);
    await expect.poll(told).toEqual(expect.arrayContaining(read));
    // Later messages took the same path.
    await say(fixture.owner, { text: 'Later' });
    await expect.poll(() => others.messages.at(-1)?.data.state?.text).toBe('Later');
    expect(others.messages.filter(({ data }) => data.type === 'updated')).toEqual([]);
    expect(theirs?.messages.filter(({ event }) => event === 'comment')).toEqual([]);
    for (const stream of streams) {
      stream.close();
    }
  });

  it('reset the other windows of a user who reads many comments at once', async () => {
    for (let number = 0; number < 11; number += 1) {
      await say(fixture.owner, { text: `News ${number}` });
    }
    const stream = await listen(fixture.viewer);
    await expect.poll(() => stream.messages.length).toBeGreaterThan(0);
    const { json } = await call(fixture.viewer, 'POST', '/api/comments/read');
    expect(json.read).toBe(11);
    await say(fixture.owner, { text: 'Later' });
    // Changes of one person and those of the workspace are delivered apart, in either order.
    await expect.poll(() => stream.messages.some(({ data }) => data.state?.text === 'Later')).toBe(true);
    const resets = () => stream.messages.filter(({ event }) => event === 'reset');
    await expect.poll(resets).toHaveLength(2);
    expect(stream.messages.filter(({ data }) => data.type === 'updated')).toEqual([]);
    stream.close();
  });

  it('about new and deleted comments are streamed to users who see the scene', async () => {
    const [seen, unseen] = [await listen(fixture.viewer), await listen(fixture.stranger)];
    await expect.poll(() => [seen, unseen].every(({ messages }) => messages.length > 0)).toBe(true);
    const heard = (stream: LiveStream) =>
      stream.messages.filter(({ event }) => event === 'comment').map(({ data }) => data);
    const { json } = await say(fixture.owner, { text: 'Hear me' });
    await expect.poll(() => heard(seen).map((data) => data['@id'])).toEqual([json['@id']]);
    await call(fixture.owner, 'DELETE', `/api/comments/${json.uuid}`);
    await expect.poll(() => heard(seen).at(-1)).toMatchObject({ type: 'deleted', state: null });
    const own = await createScene(fixture.stranger, 'Own');
    await say(fixture.stranger, { text: 'To myself' }, own);
    await expect.poll(() => heard(unseen).map(({ state }) => state?.text)).toEqual(['To myself']);
    seen.close();
    unseen.close();
  });
});
