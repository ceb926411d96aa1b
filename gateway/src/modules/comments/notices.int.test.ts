import { sendDueDigests } from '@diorama/shared/server/db/repositories/comment-digests.ts';
import { describe, expect, it } from 'vitest';
import type { LiveStream } from '../../test/live-stream.ts';
import { useComments } from './comments-kit.ts';

const kit = useComments();
const { call, createScene, listen, mails, patch, say } = kit;

describe('who is told', () => {
  it('mails a mention at once, once, and never to who made it', async () => {
    const { json } = await say(kit.viewer, {
      text: 'See this',
      mentions: [kit.editor.userId, kit.viewer.userId, kit.editor.userId],
    });
    expect(await mails(kit.viewer)).toEqual([]);
    const [mail, ...more] = await mails(kit.editor);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: 'comment-mention' });
    expect(mail.props).toMatchObject({
      text: 'See this',
      url: expect.stringContaining(`/en/builder/${kit.scene}?comment=${json.uuid}`),
    });
    await patch(kit.viewer, json.uuid, { text: 'See that', mentions: [kit.editor.userId, kit.owner.userId] });
    expect(await mails(kit.editor)).toHaveLength(1);
    expect(await mails(kit.owner)).toHaveLength(1);
  });

  it('gathers the rest into one mail a person, about what is still unread', async () => {
    const digest = () => kit.harness.db.transaction((trx) => sendDueDigests(trx, 'https://diorama.test'));
    const { json } = await say(kit.viewer, { text: 'First' });
    await say(kit.editor, { text: 'Second', parent: json.uuid });
    // Not before it is due.
    await digest();
    expect(await mails(kit.owner)).toEqual([]);
    await kit.harness.db('comment_notices').update({ due_at: '2020-01-01' });
    await digest();
    const [mail] = await mails(kit.owner);
    expect(mail).toMatchObject({ template: 'comment-digest' });
    expect(mail.props).toMatchObject({
      count: 2,
      url: `https://diorama.test/en/builder/${kit.scene}?comment=${json.uuid}`,
      remarks: [
        { text: 'First', isReply: false },
        { text: 'Second', isReply: true },
      ],
    });
    expect((await mails(kit.viewer)).map(({ template }) => template)).toEqual(['comment-digest']);
    expect(await mails(kit.editor)).toEqual([]);
    // A second run sends no mails.
    await digest();
    expect(await mails(kit.owner)).toHaveLength(1);
    // Read, removed or inaccessible comments are not mailed.
    await say(kit.editor, { text: 'Third', parent: json.uuid });
    const gone = await say(kit.editor, { text: 'Fourth' });
    await call(kit.owner, 'POST', `/api/comments/${json.uuid}/read`);
    await call(kit.editor, 'DELETE', `/api/comments/${gone.json.uuid}`);
    await kit.harness.db('composition_members').where({ user_id: kit.viewer.userId }).delete();
    await kit.harness.db('comment_notices').update({ due_at: '2020-01-01' });
    await digest();
    expect(await mails(kit.owner)).toHaveLength(1);
    expect(await mails(kit.viewer)).toHaveLength(1);
  });

  it.each([
    ['its maker', 'who sees it', () => Promise.resolve()],
    [
      'its owner',
      'whose maker was taken off it',
      () => kit.harness.db('composition_members').where({ user_id: kit.editor.userId }).delete(),
    ],
    [
      'its owner',
      'whose maker has left for good',
      () => kit.harness.db('users').where({ id: kit.editor.userId }).update({ deleted_at: new Date() }),
    ],
  ])('mails %s what begins in a scene %s', async (told, _when, leave) => {
    const { db } = kit.harness;
    await db('compositions').where({ id: kit.scene }).update({ created_by: kit.editor.userId });
    await leave();
    await say(kit.viewer, { text: 'First' });
    await db('comment_notices').update({ due_at: '2020-01-01' });
    await db.transaction((trx) => sendDueDigests(trx, 'https://diorama.test'));
    const counts = [(await mails(kit.editor)).length, (await mails(kit.owner)).length];
    expect(counts).toEqual(told === 'its maker' ? [1, 0] : [0, 1]);
  });

  it('streams what a person has read to their other windows alone', async () => {
    const { json } = await say(kit.owner, { text: 'News' });
    const reply = await say(kit.editor, { text: 'Indeed', parent: json.uuid });
    const [mine, theirs] = await Promise.all([kit.viewer, kit.stranger].map(listen));
    const others = await listen(kit.owner);
    const streams = [mine, theirs, others].filter((stream) => stream !== undefined);
    await expect.poll(() => streams.every(({ messages }) => messages.length > 0)).toBe(true);
    const told = () =>
      mine?.messages
        .filter(({ event }) => event === 'comment')
        .map(({ data }) => [data['@id'], data.state?.unread]);
    await call(kit.viewer, 'POST', `/api/comments/${json.uuid}/read`);
    const read = [json['@id'], reply.json['@id']].map((iri) => [iri, false]);
    await expect.poll(told).toEqual(expect.arrayContaining(read));
    // Later messages took the same path.
    await say(kit.owner, { text: 'Later' });
    await expect.poll(() => others.messages.at(-1)?.data.state?.text).toBe('Later');
    expect(others.messages.filter(({ data }) => data.type === 'updated')).toEqual([]);
    expect(theirs?.messages.filter(({ event }) => event === 'comment')).toEqual([]);
    for (const stream of streams) {
      stream.close();
    }
  });

  it('has the other windows of who reads much at once look again, once', async () => {
    for (let number = 0; number < 11; number += 1) {
      await say(kit.owner, { text: `News ${number}` });
    }
    const stream = await listen(kit.viewer);
    await expect.poll(() => stream.messages.length).toBeGreaterThan(0);
    const { json } = await call(kit.viewer, 'POST', '/api/comments/read');
    expect(json.read).toBe(11);
    await say(kit.owner, { text: 'Later' });
    // Changes of one person and those of the workspace are delivered apart, in either order.
    await expect.poll(() => stream.messages.some(({ data }) => data.state?.text === 'Later')).toBe(true);
    const resets = () => stream.messages.filter(({ event }) => event === 'reset');
    await expect.poll(resets).toHaveLength(2);
    expect(stream.messages.filter(({ data }) => data.type === 'updated')).toEqual([]);
    stream.close();
  });

  it('streams what is said to those who may see it', async () => {
    const [seen, unseen] = [await listen(kit.viewer), await listen(kit.stranger)];
    await expect.poll(() => [seen, unseen].every(({ messages }) => messages.length > 0)).toBe(true);
    const heard = (stream: LiveStream) =>
      stream.messages.filter(({ event }) => event === 'comment').map(({ data }) => data);
    const { json } = await say(kit.owner, { text: 'Hear me' });
    await expect.poll(() => heard(seen).map((data) => data['@id'])).toEqual([json['@id']]);
    await call(kit.owner, 'DELETE', `/api/comments/${json.uuid}`);
    await expect.poll(() => heard(seen).at(-1)).toMatchObject({ type: 'deleted', state: null });
    const own = await createScene(kit.stranger, 'Own');
    await say(kit.stranger, { text: 'To myself' }, own);
    await expect.poll(() => heard(unseen).map(({ state }) => state?.text)).toEqual(['To myself']);
    seen.close();
    unseen.close();
  });
});
