import { describe, expect, it } from 'vitest';
import { recordStatements } from '../../test/statements.ts';
import { useComments } from './comments-kit.ts';

const kit = useComments();
const { call, createScene, get, patch, say, threads } = kit;

describe('the overview', () => {
  it('gathers the threads of all scenes one may see, what happened last first', async () => {
    const other = await createScene(kit.stranger, 'Far away');
    await say(kit.stranger, { text: 'Not for you' }, other);
    const first = await say(kit.owner, { text: 'First' });
    const second = await say(kit.editor, { text: 'Second' });
    await say(kit.owner, { text: 'An answer', parent: first.json.uuid });
    const seen = await threads(kit.viewer);
    expect(seen.map(({ text }) => text)).toEqual(['First', 'Second']);
    expect(seen[0]).toMatchObject({
      unread: true,
      unreadNumber: 2,
      repliesNumber: 1,
      lastReply: { text: 'An answer' },
      scene: { uuid: kit.scene, name: 'Hall' },
    });
    await patch(kit.owner, second.json.uuid, { resolved: true });
    expect((await threads(kit.viewer, 'resolved')).map(({ text }) => text)).toEqual(['Second']);
    expect((await threads(kit.viewer, 'open')).map(({ text }) => text)).toEqual(['First']);
    expect((await threads(kit.viewer, 'mine')).map(({ text }) => text)).toEqual([]);
    expect((await threads(kit.editor, 'mine')).map(({ text }) => text)).toEqual(['Second']);
    await say(kit.editor, { text: 'And you?', parent: first.json.uuid, mentions: [kit.viewer.userId] });
    expect((await threads(kit.viewer, 'mine')).map(({ text }) => text)).toEqual(['First']);
  });

  it('keeps for each person what they have read', async () => {
    const { json } = await say(kit.owner, { text: 'News' });
    const reply = await say(kit.editor, { text: 'Indeed', parent: json.uuid });
    expect((await threads(kit.owner, 'unread')).map(({ unreadNumber }) => unreadNumber)).toEqual([1]);
    const read = await call(kit.viewer, 'POST', `/api/comments/${reply.json.uuid}/read`);
    expect(read.json).toMatchObject({ uuid: json.uuid, unread: false });
    expect(await threads(kit.viewer, 'unread')).toEqual([]);
    expect(await threads(kit.owner, 'unread')).toHaveLength(1);
    await say(kit.editor, { text: 'More', parent: json.uuid });
    expect((await threads(kit.viewer, 'unread')).map(({ unreadNumber }) => unreadNumber)).toEqual([1]);
    const all = await call(kit.viewer, 'POST', '/api/comments/read');
    expect(all.json).toEqual({ read: 1 });
    expect(await threads(kit.viewer, 'unread')).toEqual([]);
    expect((await call(kit.viewer, 'POST', '/api/comments/read')).json).toEqual({
      read: 0,
    });
  });

  it('has no news of what was said before somebody could see the scene', async () => {
    const { json } = await say(kit.owner, { text: 'Before' });
    const { db } = kit.harness;
    await db('composition_members').insert({
      composition_id: kit.scene,
      user_id: kit.stranger.userId,
      role: 1,
    });
    expect(await threads(kit.stranger, 'unread')).toEqual([]);
    await say(kit.owner, { text: 'After', parent: json.uuid });
    expect((await threads(kit.stranger, 'unread')).map(({ unreadNumber }) => unreadNumber)).toEqual([1]);
    // An additional role on accessible scenes neither repeats nor removes notifications.
    await db('account_members').insert({
      account_id: kit.owner.accountId,
      user_id: kit.stranger.userId,
      role: 'admin',
    });
    expect((await threads(kit.stranger, 'unread')).map(({ unreadNumber }) => unreadNumber)).toEqual([1]);
  });

  it('comes in pages, of one workspace if asked, and leaves out the trash', async () => {
    for (const text of ['a', 'b', 'c']) {
      await say(kit.owner, { text });
    }
    const own = await createScene(kit.viewer, 'My own');
    await say(kit.viewer, { text: 'Mine' }, own);
    const page = await get(kit.viewer, '/api/comments?itemsPerPage=2&state=open');
    expect([page.member.length, page.totalItems]).toEqual([2, 4]);
    const rest = await get(kit.viewer, page.view.next);
    expect([rest.member.length, rest.view]).toEqual([2, undefined]);
    const ofOwn = await get(kit.viewer, `/api/comments?account.uuid=${kit.viewer.accountId}`);
    expect(ofOwn.member.map(({ text }: { text: string }) => text)).toEqual(['Mine']);
    await call(kit.owner, 'DELETE', `/api/compositions/${kit.scene}`);
    expect((await get(kit.viewer, '/api/comments')).totalItems).toBe(1);
  });

  it('takes the same number of queries for one thread as for many', async () => {
    const asked = async () => {
      const { statements } = await recordStatements(() => threads(kit.viewer));
      return statements.map(({ text }) => text).toSorted();
    };
    await say(kit.owner, { text: 'One' });
    const forOne = await asked();
    for (let at = 0; at < 20; at += 1) {
      await say(kit.owner, { text: `Thread ${at}`, mentions: [kit.viewer.userId] });
    }
    expect(forOne.length).toBeGreaterThan(0);
    expect(await asked()).toEqual(forOne);
  });
});
