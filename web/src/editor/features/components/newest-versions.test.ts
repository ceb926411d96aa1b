import { expect, it } from 'vitest';
import { newestVersions } from './use-component-library.ts';

it('newest versions are requested for all components in batches of 100', async () => {
  const uuids = Array.from(
    { length: 250 },
    (_, i) => `01900000-0000-7000-8000-${String(i).padStart(12, '0')}`,
  );
  const asked: string[][] = [];
  const call = (_name: string, { query }: { query: { uuids: string; itemsPerPage: string } }) => {
    const named = query.uuids.split(',');
    asked.push(named);
    // One of them is deleted.
    const member = named
      .filter((uuid) => uuid !== uuids[3])
      .slice(0, Number(query.itemsPerPage))
      .map((uuid) => ({ uuid, version: { number: 2, note: null } }));
    return Promise.resolve({ member });
  };
  const versions = await newestVersions({ call: call as never }, { account: '/api/accounts/a' }, uuids);
  expect(asked.map((named) => named.length)).toEqual([100, 100, 50]);
  expect(asked.flat()).toEqual(uuids);
  expect(versions.map(({ item }) => item)).toEqual(uuids.filter((uuid) => uuid !== uuids[3]));
  expect(versions.at(-1)).toEqual({ item: uuids[249], number: 2, note: null });
});

it('newest versions are requested by scene for an editor of the scene', async () => {
  const asked: object[] = [];
  const call = (_name: string, { query }: { query: object }) => {
    asked.push(query);
    return Promise.resolve({ member: [] });
  };
  await newestVersions({ call: call as never }, { scene: 's' }, ['a']);
  expect(asked).toEqual([{ 'composition.uuid': 's', itemsPerPage: '100', uuids: 'a' }]);
});
