import { describe, expect, it } from 'vitest';
import type { Person } from '../../test/harness.ts';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';

const ABSENT = '01900000-0000-7000-8000-000000000009';

describe('a project', () => {
  const fixture = useWorkspace();
  const { call, createProject, createScene, join } = fixture;
  const compositionsOf = async (project: string) => (await call('GET', project)).json.compositions;
  const share = (project: string, person: Person, role: 0 | 1) =>
    fixture.harness.db('project_members').insert({ project_id: idOf(project), user_id: person.userId, role });

  it('can be renamed, but not to another project’s name in any case', async () => {
    const kitchen = await createProject('Kitchen');
    await createProject('Garden');
    const renamed = await call('PATCH', kitchen, { name: ' Küche ' });
    expect([renamed.status, renamed.json.name]).toEqual([200, 'Küche']);
    const taken = await call('PATCH', kitchen, { name: 'GARDEN' });
    expect([taken.status, taken.json.description, taken.json.title]).toEqual([
      422,
      'project.exists',
      'Project already exists',
    ]);
    expect((await call('PATCH', kitchen, { name: 'KÜCHE' })).json.name).toBe('KÜCHE');
    expect((await call('PATCH', kitchen, { name: ' \u200b ' })).status).toBe(422);
  });

  it('is the only one to get a name that several request at once', async () => {
    const projects = await Promise.all(['A', 'B', 'C', 'D'].map((name) => createProject(name)));
    const answers = await Promise.all(
      projects.map((project, index) => call('PATCH', project, { name: index % 2 ? 'same' : 'SAME' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    const { json } = await call('GET', `/api/projects?owner.uuid=${fixture.owner.accountId}`);
    const names = (json.member as { name: string }[]).map(({ name }) => name.toLowerCase());
    expect(names.filter((name) => name === 'same')).toHaveLength(1);
  });

  it('contains exactly the listed scenes and releases the others', async () => {
    const project = await createProject('Kitchen');
    const [one, two, three] = [await createScene(), await createScene(), await createScene({ project })];
    const filled = await call('PATCH', project, { compositions: [one, two] });
    expect(filled.json).toMatchObject({ compositionsNumber: 2 });
    expect(new Set(filled.json.compositions as string[])).toEqual(new Set([one, two]));
    expect((await call('GET', three)).json.project).toBeNull();
    expect((await call('PATCH', project, { compositions: [] })).json.compositionsNumber).toBe(0);
    const unknown = await call('PATCH', project, { compositions: [one, ABSENT] });
    expect([unknown.status, unknown.json.description]).toEqual([404, 'request.not-found']);
    expect(await compositionsOf(project)).toEqual([]);
  });

  it('does not change the update time of a scene that is moved or tagged', async () => {
    const project = await createProject('Kitchen');
    const scene = await createScene();
    const before = (await call('GET', scene)).json.updatedAt;
    await call('PATCH', project, { compositions: [scene] });
    await call('PATCH', scene, { project: null, tags: ['wood'] });
    expect((await call('GET', scene)).json.updatedAt).toBe(before);
    await call('PATCH', scene, { name: 'Oak' });
    expect((await call('GET', scene)).json.updatedAt).not.toBe(before);
  });

  it('accepts no scene of another workspace', async () => {
    const project = await createProject('Kitchen');
    const foreign = await call('POST', '/api/compositions', {}, fixture.stranger);
    const answer = await call('PATCH', project, { compositions: [foreign.json['@id']] });
    expect(answer.status).toBe(404);
    expect((await call('PATCH', await createScene(), { project: ABSENT })).status).toBe(404);
  });

  it('releases its scenes when deleted', async () => {
    const project = await createProject('Kitchen');
    const scene = await createScene({ project });
    expect((await call('DELETE', project)).status).toBe(204);
    expect((await call('GET', project)).status).toBe(404);
    expect((await call('GET', scene)).json).toMatchObject({ project: null });
    expect((await call('DELETE', project)).status).toBe(404);
  });

  it('releases a scene that is moved into it during its deletion', async () => {
    for (let round = 0; round < 5; round += 1) {
      const project = await createProject(`Round ${round}`);
      const scene = await createScene();
      const [moved, deleted] = await Promise.all([
        call('PATCH', scene, { project }),
        call('DELETE', project),
      ]);
      expect([200, 404]).toContain(moved.status);
      expect(deleted.status).toBe(204);
      expect((await call('GET', scene)).json.project).toBeNull();
      await call('DELETE', scene);
    }
  });

  it('does not exist for strangers, can be seen by its members, and is managed by its workspace', async () => {
    const project = await createProject('Kitchen');
    const scene = await createScene({ project });
    const asks: [string, object?][] = [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']];
    for (const [method, body] of asks) {
      const hidden = await call(method, project, body, fixture.stranger);
      const absent = await call(method, `/api/projects/${ABSENT}`, body, fixture.stranger);
      expect([hidden.status, hidden.json]).toEqual([absent.status, absent.json]);
    }
    const editor = await join('editor');
    const viewer = await join('viewer');
    await share(project, editor, 0);
    await share(project, viewer, 1);
    for (const person of [editor, viewer]) {
      expect((await call('GET', project, undefined, person)).json.name).toBe('Kitchen');
      expect((await call('PATCH', project, { name: 'Mine' }, person)).status).toBe(403);
      expect((await call('DELETE', project, undefined, person)).status).toBe(403);
      expect((await call('PATCH', scene, { project: null }, person)).status).toBe(403);
    }
    expect((await call('POST', '/api/compositions', { project }, editor)).json).toMatchObject({ project });
    expect((await call('POST', '/api/compositions', { project }, viewer)).status).toBe(403);
    const list = await call('GET', `/api/compositions?project.uuid=${project}`, undefined, viewer);
    expect(list.json.totalItems).toBe(2);
  });

  it('is listed for users it is shared with, with their permission', async () => {
    const [edited, viewed] = [await createProject('Kitchen'), await createProject('Garden')];
    await createProject('Cellar');
    const guest = await join('guest-of-two');
    await share(edited, guest, 0);
    await share(viewed, guest, 1);
    const shared = async (person: Person) =>
      (await call('GET', '/api/projects?sharedWithMeOnly=true', undefined, person)).json;
    const { member, totalItems } = await shared(guest);
    expect(totalItems).toBe(2);
    expect(
      (member as { name: string; permission: string }[]).map(({ name, permission }) => [name, permission]),
    ).toEqual([
      ['Garden', 'view'],
      ['Kitchen', 'edit'],
    ]);
    expect((await call('GET', edited, undefined, guest)).json.permission).toBe('edit');
    expect((await call('GET', edited)).json.permission).toBe('admin');
    expect((await shared(fixture.owner)).totalItems).toBe(0);
    expect((await shared(fixture.stranger)).totalItems).toBe(0);
  });
});
