import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../test/harness.ts';
import { useComments } from './comments-fixture.ts';

const fixture = useComments();
const { call, get, patch, say, threads } = fixture;

type Said = { uuid: string; text: string; unread: boolean };

const read = (person: Person, id: unknown) => call(person, 'POST', `/api/comments/${id}/read`);
const badge = async (person: Person) => (await get(person, '/api/comments/unread')).threads;
const unreadTexts = async (person: Person) => {
  const { member } = await get(person, `/api/compositions/${fixture.scene}/comments?pagination=false`);
  return member.filter(({ unread }: Said) => unread).map(({ text }: Said) => text);
};
const marks = async (person: Person) => {
  const count = async (table: string) =>
    (await fixture.harness.db(table).where({ user_id: person.userId })).length;
  return { scenes: await count('scene_reads'), threads: await count('thread_reads') };
};

/** Deterministic numbers. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('unread comments', () => {
  it('include a comment again after its text or mentions change, except for its author', async () => {
    const { json } = await say(fixture.owner, { text: 'Blue' });
    await read(fixture.viewer, json.uuid);
    expect(await unreadTexts(fixture.viewer)).toEqual([]);
    await patch(fixture.owner, json.uuid, { text: 'Red' });
    expect([await unreadTexts(fixture.viewer), await unreadTexts(fixture.owner)]).toEqual([['Red'], []]);
    await read(fixture.viewer, json.uuid);
    await patch(fixture.owner, json.uuid, { mentions: [fixture.viewer.userId] });
    expect([await unreadTexts(fixture.viewer), await badge(fixture.viewer)]).toEqual([['Red'], 1]);
    await read(fixture.viewer, json.uuid);
    await patch(fixture.owner, json.uuid, { resolved: true });
    expect([await unreadTexts(fixture.viewer), await badge(fixture.viewer)]).toEqual([[], 0]);
  });

  it('are stored in one row per scene, and in one per thread read before older ones', async () => {
    const ids = [];
    for (let at = 0; at < 12; at += 1) {
      ids.push((await say(fixture.owner, { text: `${at}` })).json.uuid);
    }
    for (const id of ids.slice(1).toReversed()) {
      await read(fixture.viewer, id);
    }
    expect(await unreadTexts(fixture.viewer)).toEqual(['0']);
    expect(await marks(fixture.viewer)).toEqual({ scenes: 0, threads: 11 });
    await read(fixture.viewer, ids[0]);
    expect(await unreadTexts(fixture.viewer)).toEqual([]);
    expect(await marks(fixture.viewer)).toEqual({ scenes: 1, threads: 0 });
  });

  it('need no rows for a new admin, and one row per scene once all is read', async () => {
    const other = await fixture.createScene(fixture.owner, 'Yard');
    await say(fixture.owner, { text: 'Before' }, other);
    const { db } = fixture.harness;
    await db('account_members').insert({
      account_id: fixture.owner.accountId,
      user_id: fixture.stranger.userId,
      role: 'admin',
    });
    expect([await badge(fixture.stranger), await marks(fixture.stranger)]).toEqual([
      0,
      { scenes: 0, threads: 0 },
    ]);
    for (let at = 0; at < 5; at += 1) {
      await say(fixture.owner, { text: `${at}` }, other);
    }
    expect(await badge(fixture.stranger)).toBe(5);
    expect((await call(fixture.stranger, 'POST', '/api/comments/read')).json).toEqual({ read: 5 });
    expect([await badge(fixture.stranger), await marks(fixture.stranger)]).toEqual([
      0,
      { scenes: 1, threads: 0 },
    ]);
  });

  it('are counted from when a guest of a workspace becomes its admin', async () => {
    const { db } = fixture.harness;
    const key = { account_id: fixture.owner.accountId, user_id: fixture.stranger.userId };
    await db('account_members').insert({ ...key, role: 'guest' });
    await say(fixture.owner, { text: 'Before' });
    const members = await get(fixture.owner, `/api/members?account.uuid=${fixture.owner.accountId}`);
    const member = members.member.find(
      ({ user }: { user: { uuid: string } }) => user.uuid === fixture.stranger.userId,
    );
    expect((await call(fixture.owner, 'PATCH', member['@id'], { role: 2 })).status).toBe(200);
    expect(await badge(fixture.stranger)).toBe(0);
    await say(fixture.owner, { text: 'After' });
    expect(await badge(fixture.stranger)).toBe(1);
  });

  it('are counted up to a hundred', async () => {
    await fixture.harness.db.raw(
      `insert into comments (id, composition_id, author_id, text)
       select gen_random_uuid(), ?, ?, 'Hello' from generate_series(1, 120)`,
      [fixture.scene, fixture.owner.userId],
    );
    expect(await badge(fixture.viewer)).toBe(100);
  });
});

describe('unread comments after random steps', () => {
  let random: (below: number) => number;
  beforeEach(() => {
    random = createRandom(7);
  });

  it('match a reference set as single comments, lists and counts', {
    tags: ['full'],
  }, async () => {
    const people = [fixture.owner, fixture.editor, fixture.viewer];
    const unread = new Map(people.map(({ userId }) => [userId, new Set<string>()]));
    const said: { id: string; thread: string; author: Person }[] = [];
    const announce = (id: string, author: Person) => {
      for (const { userId } of people) {
        if (userId !== author.userId) {
          unread.get(userId)?.add(id);
        }
      }
    };
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
    for (let step = 0; step < 60; step += 1) {
      const person = pick(people);
      const kind = said.length === 0 ? 0 : random(10);
      if (kind < 4) {
        const parent = kind < 2 ? null : pick(said).thread;
        const { json } = await say(person, { text: `${step}`, parent });
        const id = String(json.uuid);
        said.push({ id, thread: parent ?? id, author: person });
        announce(id, person);
      } else if (kind < 5) {
        const own = pick(said);
        await patch(own.author, own.id, { text: `${step}` });
        announce(own.id, own.author);
      } else if (kind < 9) {
        const { thread } = pick(said);
        await read(person, thread);
        for (const { id } of said.filter((one) => one.thread === thread)) {
          unread.get(person.userId)?.delete(id);
        }
      } else {
        const { json } = await call(person, 'POST', '/api/comments/read');
        expect(json.read).toBe(unread.get(person.userId)?.size);
        unread.get(person.userId)?.clear();
      }
      for (const each of people) {
        const wanted = [...(unread.get(each.userId) ?? [])].toSorted();
        const { member } = await get(each, `/api/compositions/${fixture.scene}/comments?pagination=false`);
        const now = member.filter((one: Said) => one.unread).map(({ uuid }: Said) => uuid);
        expect(now.toSorted()).toEqual(wanted);
        const ofThreads = new Set(said.filter(({ id }) => wanted.includes(id)).map(({ thread }) => thread));
        expect(await badge(each)).toBe(ofThreads.size);
        const listed = (await threads(each, 'unread')).map(({ uuid }) => uuid);
        expect(listed.toSorted()).toEqual([...ofThreads].toSorted());
      }
    }
  });
});
