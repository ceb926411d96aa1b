import { MAX_PROJECTS } from '@diorama/shared/contract/projects.ts';
import { MAX_LIBRARY_ITEMS } from '@diorama/shared/domain/library.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { beforeAll, expect, it } from 'vitest';
import { type Person, useHarness } from '../test/harness.ts';

const harness = useHarness();
let owner: Person;
beforeAll(async () => {
  owner = await harness.signUp('owner');
});

const call = (method: string, path: string, body: object) =>
  harness.call(method, path, { token: owner.token, body });
const insertItems = (kind: string) =>
  harness.db.raw(
    `insert into library_items (id, account_id, kind, created_by, name, material)
     select gen_random_uuid(), ?, ?, ?, 'Item ' || at, ? from generate_series(1, ?) at`,
    [owner.accountId, kind, owner.userId, kind === 'material' ? '{}' : null, MAX_LIBRARY_ITEMS - 1],
  );

it('a workspace has a maximum number of projects', async () => {
  await harness.db.raw(
    `insert into projects (id, account_id, name, name_key, created_by)
     select gen_random_uuid(), ?, 'Project ' || at, 'project ' || at, ? from generate_series(1, ?) at`,
    [owner.accountId, owner.userId, MAX_PROJECTS - 1],
  );
  const add = (name: string) => call('POST', '/api/projects', { owner: owner.accountId, name });
  expect((await add('Last')).status).toBe(201);
  const { status, json } = await add('Beyond');
  expect([status, json.violations]).toEqual([
    422,
    [expect.objectContaining({ message: 'A workspace can have 10,000 projects' })],
  ]);
});

it('a library has a maximum number of items of each kind', async () => {
  await insertItems('material');
  const add = () => call('POST', '/api/library/materials', { name: 'Oak', material: {} });
  expect((await add()).status).toBe(201);
  expect((await add()).status).toBe(422);
});

it('a component in a full library accepts new versions', async () => {
  await insertItems('component');
  const nodes = { shown: { kind: 'instance', props: { component: 'chair' } }, chair: { kind: 'component' } };
  const save = (id: string, number: number) =>
    call('PUT', `/api/library/components/${id}/versions/${number}`, {
      name: 'Chair',
      document: { nodes },
    });
  const chair = uuidv7();
  expect((await save(chair, 1)).status).toBe(201);
  expect((await save(uuidv7(), 1)).status).toBe(422);
  expect((await save(chair, 2)).status).toBe(201);
});
