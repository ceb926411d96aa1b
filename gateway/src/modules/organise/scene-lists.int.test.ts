import { describe, expect, it } from 'vitest';
import { useWorkspace } from '../../test/workspace-fixture.ts';
import { type Item, scenesOf } from './scenes-fixture.ts';

describe('scene lists', () => {
  const fixture = useWorkspace();
  const { call } = fixture;
  const { createScene, list, setPlan } = scenesOf(fixture);
  it('sort in every order, with numbers by value and accents beside their letters', async () => {
    await setPlan('starter');
    for (const name of ['Scene 10', 'scene 2', 'Árbol', 'zebra', 'Arbol b']) {
      await createScene(name);
    }
    expect(await list('order[name]=asc')).toEqual(['Árbol', 'Arbol b', 'scene 2', 'Scene 10', 'zebra']);
    expect(await list('order[name]=desc&itemsPerPage=2')).toEqual(['zebra', 'Scene 10']);
    expect(await list('order[createdAt]=asc&itemsPerPage=2&page=2')).toEqual(['Árbol', 'zebra']);
    expect(await list('order[updatedAt]=desc&itemsPerPage=1')).toEqual(['Arbol b']);
    expect((await call('GET', '/api/compositions?order[name]=sideways')).status).toBe(422);
  });

  it('return each scene once over all pages, also with equal names', async () => {
    await setPlan('starter');
    for (let index = 0; index < 7; index += 1) {
      await createScene('Same');
    }
    for (const order of ['order[name]=asc', 'order[name]=desc', 'order[updatedAt]=asc']) {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => call('GET', `/api/compositions?${order}&itemsPerPage=2&page=${page}`)),
      );
      const ids = pages.flatMap(({ json }) => (json.member as Item[]).map((item) => item['@id']));
      expect(new Set(ids).size).toBe(7);
    }
  });

  it('filter by status and by all filters together', async () => {
    const project = String(
      (await call('POST', '/api/projects', { name: 'P', owner: fixture.owner.accountId })).json['@id'],
    );
    await createScene('Kitchen lamp', { project });
    const scene = await createScene('Lamp', { project });
    await call('PATCH', scene, { status: 'published', privacy: 'public', tags: ['light'] });
    expect(await list('status=published')).toEqual(['Lamp']);
    expect(await list('status=draft')).toEqual(['Kitchen lamp']);
    const all = `project.uuid=${project}&account.uuid=${fixture.owner.accountId}&name=LAM&tags[]=light&status=published`;
    expect(await list(`${all}&order[name]=asc`)).toEqual(['Lamp']);
    expect(await list(`${all}&trashed=true`)).toEqual([]);
  });

  it('use the index of their order, also with many scenes', async () => {
    await fixture.harness.db.raw(
      `insert into compositions (id, account_id, name, created_by, updated_at)
       select gen_random_uuid(), ?, 'Scene ' || n, ?, now() - n * interval '1 minute' from generate_series(1, 3000) n`,
      [fixture.owner.accountId, fixture.owner.userId],
    );
    await fixture.harness.db.raw('analyze compositions');
    const { rows } = await fixture.harness.db.raw(
      `explain select id from compositions c where c.deleted_at is null and c.account_id = ?
       order by c.name collate natural_order, c.id limit 60`,
      [fixture.owner.accountId],
    );
    expect(JSON.stringify(rows)).toContain('compositions_by_name');
    expect(await list('order[name]=asc&itemsPerPage=3')).toEqual(['Scene 1', 'Scene 2', 'Scene 3']);
  });
});
