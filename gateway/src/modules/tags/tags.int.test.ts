import { describe, expect, it } from 'vitest';
import { useWorkspace } from '../../test/workspace-fixture.ts';

describe('tags and categories', () => {
  const fixture = useWorkspace();
  const { call, createScene, join } = fixture;
  const createTag = (name: string, person = fixture.owner) => call('POST', '/api/tags', { name }, person);
  const namesOf = async (path = '/api/tags') =>
    ((await call('GET', path)).json.member as { name: string }[]).map(({ name }) => name);
  const found = async (query: string) => (await call('GET', `/api/compositions?${query}`)).json.totalItems;

  it('have names that are unique in a workspace without regard to case', async () => {
    const made = await createTag('  Wood ');
    expect([made.status, made.json]).toMatchObject([201, { name: 'Wood', compositionsNumber: 0 }]);
    const again = await createTag('WOOD');
    expect([again.status, again.json.description, again.json.title]).toEqual([
      422,
      'tag.exists',
      'Tag already exists',
    ]);
    const metal = await createTag('metal');
    expect((await call('PATCH', String(metal.json['@id']), { name: 'wOOd' })).status).toBe(422);
    expect((await createTag('wood', fixture.stranger)).status).toBe(201);
    expect(await namesOf()).toEqual(['metal', 'Wood']);
    expect((await call('GET', `/api/accounts/${fixture.owner.accountId}`)).json.tags).toEqual([
      'metal',
      'Wood',
    ]);
  });

  it('are created once for concurrent requests', async () => {
    const scenes = await Promise.all([createScene(), createScene(), createScene()]);
    const answers = await Promise.all([
      createTag('Stone'),
      createTag('stone'),
      ...scenes.map((scene, index) => call('PATCH', scene, { tags: [index % 2 ? 'STONE' : 'stone'] })),
    ]);
    expect(answers.slice(2).map(({ status }) => status)).toEqual([200, 200, 200]);
    const [name, ...others] = await namesOf();
    expect([name?.toLowerCase(), others]).toEqual(['stone', []]);
    expect(await found('tags[]=stone')).toBe(3);
  });

  it('are created by tagging a scene, each once and in the existing spelling', async () => {
    await createTag('Wood');
    const scene = await createScene();
    const tagged = await call('PATCH', scene, { tags: ['wood', 'Brass', 'WOOD', 'brass'] });
    expect(tagged.json.tags).toEqual(['Wood', 'Brass']);
    expect(await namesOf()).toEqual(['Brass', 'Wood']);
  });

  it('update their scenes when renamed or deleted', async () => {
    const scene = await createScene();
    const other = await createScene();
    await call('PATCH', scene, { tags: ['Wood', 'Brass'] });
    await call('PATCH', other, { tags: ['Brass'] });
    const { json } = await call('GET', '/api/tags');
    const [brass, wood] = (json.member as { '@id': string }[]).map((tag) => tag['@id']);
    expect((await call('PATCH', String(wood), { name: 'Oak', color: 'green' })).json).toMatchObject({
      name: 'Oak',
      color: 'green',
      compositionsNumber: 1,
    });
    expect((await call('GET', scene)).json.tags).toEqual(['Oak', 'Brass']);
    expect((await call('DELETE', String(brass))).status).toBe(204);
    expect((await call('GET', scene)).json.tags).toEqual(['Oak']);
    expect((await call('GET', other)).json.tags).toEqual([]);
    expect((await call('DELETE', String(brass))).status).toBe(404);
  });

  it('are on no scene after a deletion during their use', async () => {
    const scene = await createScene();
    for (let round = 0; round < 5; round += 1) {
      const tag = String((await createTag(`round ${round}`)).json['@id']);
      await Promise.all([
        call('DELETE', tag),
        call('PATCH', scene, { tags: [`round ${round}`] }),
        call('POST', '/api/compositions/bulk', {
          action: 'tag',
          compositions: [scene],
          add: [`round ${round}`],
        }),
      ]);
      const known = await namesOf();
      for (const name of (await call('GET', scene)).json.tags as string[]) {
        expect(known).toContain(name);
      }
    }
  });

  it('are hidden from other users and changed only by managers', async () => {
    const tag = String((await createTag('Wood')).json['@id']);
    for (const [method, body] of [['PATCH', { name: 'x' }], ['DELETE']] as [string, object?][]) {
      expect((await call(method, tag, body, fixture.stranger)).status).toBe(404);
    }
    const foreign = await call(
      'GET',
      `/api/tags?account.uuid=${fixture.owner.accountId}`,
      undefined,
      fixture.stranger,
    );
    expect(foreign.json.member).toEqual([]);
    const admin = await join('admin');
    const guest = await join('guest');
    await fixture.harness.db('account_members').insert([
      { account_id: fixture.owner.accountId, user_id: admin.userId, role: 'admin' },
      { account_id: fixture.owner.accountId, user_id: guest.userId, role: 'guest' },
    ]);
    expect((await call('PATCH', tag, { color: 'red' }, admin)).status).toBe(200);
    expect((await call('PATCH', tag, { color: 'red' }, guest)).status).toBe(404);
  });

  it('can be created only by managers of the workspace', async () => {
    await createTag('Wood');
    const scene = await createScene();
    const editor = await join('editor');
    await fixture.shareScene(scene, editor, 0);
    expect((await call('PATCH', scene, { tags: ['wood'] }, editor)).json.tags).toEqual(['Wood']);
    expect((await call('PATCH', scene, { tags: ['new'] }, editor)).status).toBe(403);
    expect((await call('GET', scene)).json.tags).toEqual(['Wood']);
  });

  it('filter scenes by all given tags, ignoring case', async () => {
    const [one, two] = [await createScene(), await createScene()];
    await call('PATCH', one, { tags: ['Wood', 'Brass'] });
    await call('PATCH', two, { tags: ['Wood'] });
    expect(await found('tags[]=wood')).toBe(2);
    expect(await found('tags[]=WOOD&tags[]=brass')).toBe(1);
    expect(await found("tags[]=wood&tags[]='; drop table tags; --")).toBe(0);
    expect((await call('GET', `/api/compositions?${'tags[]=a&'.repeat(21)}`)).status).toBe(422);
  });

  it('include translated categories, which can be set on scenes and filter them', async () => {
    const english = await fixture.harness.call('GET', '/api/defaults/scene-categories');
    const spanish = await fixture.harness.call('GET', '/api/defaults/scene-categories', {
      headers: { 'accept-language': 'es-MX' },
    });
    const [first] = english.json.member as Record<string, unknown>[];
    expect(first).toMatchObject({ name: 'Architecture', position: 1 });
    expect((spanish.json.member as Record<string, unknown>[])[0]).toMatchObject({ name: 'Arquitectura' });
    const scene = await createScene();
    expect((await call('PATCH', scene, { category: first?.['@id'] })).json.category).toBe(first?.['@id']);
    expect(await found(`category=${first?.uuid}`)).toBe(1);
    const unknown = await call('PATCH', scene, { category: '01900000-0000-7000-8000-0000000000ff' });
    expect([unknown.status, unknown.json.description]).toEqual([422, 'request.invalid']);
    expect((await call('PATCH', scene, { category: null })).json.category).toBeNull();
  });
});
