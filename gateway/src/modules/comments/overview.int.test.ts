import { describe, expect, it } from 'vitest';
import { recordStatements } from '../../test/statements.ts';
import { useComments } from './comments-fixture.ts';

const fixture = useComments();
const { call, createScene, get, patch, say, threads } = fixture;

describe('the comment overview', () => {
  it('lists the threads of all accessible scenes by latest activity', async () => {
    const other = await createScene(fixture.stranger, 'Far away');
    await say(fixture.stranger, { text: 'Not for you' }, other);
    const first = await say(fixture.owner, { text: 'First' });
    const second = await say(fixture.editor, { text: 'Second' });
    await say(fixture.owner, { text: 'An answer', parent: first.json.uuid });
    const seen = await threads(fixture.viewer);
    expect(seen.map(({ text }) => text)).toEqual(['First', 'Second']);
    expect(seen[0]).toMatchObject({
      unread: true,
      unreadNumber: 2,
      repliesNumber: 1,
      lastReply: { text: 'An answer' },
      scene: { uuid: fixture.scene, name: 'Hall' },
    });
    await patch(fixture.owner, second.json.uuid, { resolved: true });
    expect((await threads(fixture.viewer, 'resolved')).map(({ text }) => text)).toEqual(['Second']);
    expect((await threads(fixture.viewer, 'open')).map(({ text }) => text)).toEqual(['First']);
    expect((await threads(fixture.viewer, 'mine')).map(({ text }) => text)).toEqual([]);
    expect((await threads(fixture.editor, 'mine')).map(({ text }) => text)).toEqual(['Second']);
    await say(fixture.editor, {
      text: 'And you?',
      parent: first.json.uuid,
      mentions: [fixture.viewer.userId],
    });
    expect((await threads(fixture.viewer, 'mine')).map(({ text }) => text)).toEqual(['First']);
  });

  it('tracks per user which comments are read', async () => {
    const { json } = await say(fixture.owner, { text: 'News' });
    const reply = await say(fixture.editor, { text: 'Indeed', parent: json.uuid });
    expect((await threads(fixture.owner, 'unread')).map(({ unreadNumber }) => unreadNumber)).toEqual([1]);
    const read = await call(fixture.viewer, 'POST', `/api/comments/${reply.json.uuid}/read`);
    expect(read.json).toMatchObject({ uuid: json.uuid, unread: false });
    expect(await threads(fixture.viewer, 'unread')).toEqual([]);
    expect(await threads(fixture.owner, 'unread')).toHaveLength(1);
    await say(fixture.editor, { text: 'More', parent: json.uuid });
    expect((await threads(fixture.viewer, 'unread')).map(({ unreadNumber }) => unreadNumber)).toEqual([1]);
    const all = await call(fixture.viewer, 'POST', '/api/comments/read');
    expect(all.json).toEqual({ read: 1 });
    expect(await threads(fixture.viewer, 'unread')).toEqual([]);
    expect((await call(fixture.viewer, 'POST', '/api/comments/read')).json).toEqual({ read: 0 });
  });

  it('shows no unread comments from before a user had access', async () => {
    const { json } = await say(fixture.owner, { text: 'Before' });
    const { db } = fixture.harness;
    await db('composition_members').insert({
      composition_id: fixture.scene,
      user_id: fixture.stranger.userId,
      role: 1,
    });
    expect(await threads(fixture.stranger, 'unread')).toEqual([]);
    await say(fixture.owner, { text: 'After', parent: json.uuid });
    expect((await threads(fixture.stranger, 'unread')).map(({ unreadNumber }) => unreadNumber)).toEqual([1]);
    // An additional role on accessible scenes neither repeats nor removes notifications.
    await db('account_members').insert({
      account_id: fixture.owner.accountId,
      user_id: fixture.stranger.userId,
      role: 'admin',
    });
    expect((await threads(fixture.stranger, 'unread')).map(({ unreadNumber }) => unreadNumber)).toEqual([1]);
  });

  it('is paged, filtered by workspace, and excludes the trash', async () => {
    for (const text of ['a', 'b', 'c']) {
      await say(fixture.owner, { text });
    }
    const own = await createScene(fixture.viewer, 'My own');
    await say(fixture.viewer, { text: 'Mine' }, own);
    const page = await get(fixture.viewer, '/api/comments?itemsPerPage=2&state=open');
    expect([page.member.length, page.totalItems]).toEqual([2, 4]);
    const rest = await get(fixture.viewer, page.view.next);
    expect([rest.member.length, rest.view]).toEqual([2, undefined]);
    const ofOwn = await get(fixture.viewer, `/api/comments?account.uuid=${fixture.viewer.accountId}`);
    expect(ofOwn.member.map(({ text }: { text: string }) => text)).toEqual(['Mine']);
    await call(fixture.owner, 'DELETE', `/api/compositions/${fixture.scene}`);
    expect((await get(fixture.viewer, '/api/comments')).totalItems).toBe(1);
  });

  it('uses the same queries for one thread as for many', async () => {
    const asked = async () => {
      const { statements } = await recordStatements(() => threads(fixture.viewer));
      return statements.map(({ text }) => text).toSorted();
    };
    await say(fixture.owner, { text: 'One' });
    const forOne = await asked();
    for (let at = 0; at < 20; at += 1) {
      await say(fixture.owner, { text: `Thread ${at}`, mentions: [fixture.viewer.userId] });
    }
    expect(forOne.length).toBeGreaterThan(0);
    expect(await asked()).toEqual(forOne);
  });
});
