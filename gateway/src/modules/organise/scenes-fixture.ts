import { randomUUID } from 'node:crypto';
import type { Answer, Person } from '../../test/harness.ts';
import { idOf, type WorkspaceFixture } from '../../test/workspace-fixture.ts';

export type Item = { '@id': string; name: string; deletedAt: string | null };
export const ABSENT = '/api/compositions/01900000-0000-7000-8000-000000000009';

const BOX = { nodes: { box1: { kind: 'box', index: 'a0', name: 'Box', props: {} } } };

/** Actions for the tests of organising scenes, as the owner by default. */
export function scenesOf(fixture: WorkspaceFixture) {
  const { call } = fixture;
  const account = () => fixture.harness.db('accounts').where({ id: fixture.owner.accountId });
  return {
    createScene: (name = 'Kitchen', body: object = {}) => fixture.createScene({ name, ...body }),
    bulk: (body: object) => call('POST', '/api/compositions/bulk', body),
    /** The names of a list's scenes, in its order. */
    list: async (query = '', person = fixture.owner) => {
      const { json } = await call('GET', `/api/compositions?${query}`, undefined, person);
      return (json.member as Item[]).map(({ name }) => name);
    },
    usedScenes: async () => (await call('GET', `/api/accounts/${fixture.owner.accountId}`)).json.totalScenes,
    setPlan: async (plan: string): Promise<void> => {
      await account().update({ plan });
    },
    /** Bytes that the workspace uses. */
    used: async () => (await account().first('storage_used'))?.storage_used,
    documentOf: async (scene: string, person?: Person) =>
      JSON.parse((await call('GET', `${scene}/document`, undefined, person)).text).document,
    putBox: (scene: string, document: object = BOX): Promise<Answer> =>
      fixture.harness.call('PUT', `${scene}/document`, {
        token: fixture.owner.token,
        body: { document },
        headers: { 'if-match': '0' },
      }),
    addAsset: (scene: string, size: number, person?: Person) => addAsset(fixture, scene, size, person),
    withModel: (asset: string) => ({
      nodes: { m: { kind: 'model', index: 'a0', name: 'Model', props: { asset } } },
    }),
  };
}

/** An asset with an original of some bytes, as an import would leave it. */
async function addAsset(
  { harness, owner: test }: WorkspaceFixture,
  scene: string,
  size: number,
  owner = test,
) {
  const [object, id] = [randomUUID(), randomUUID()];
  await harness.db('objects').insert({
    id: object,
    account_id: owner.accountId,
    sha256: Buffer.from(randomUUID()),
    key: `${owner.accountId}/${object}`,
    size,
    content_type: 'model/gltf-binary',
    created_at: new Date(Date.now() - 48 * 3_600_000),
  });
  await harness.deps.store.put(`${owner.accountId}/${object}`, Buffer.alloc(size, 1), {
    contentType: 'model/gltf-binary',
    size,
  });
  await harness.db('assets').insert({
    id,
    account_id: owner.accountId,
    composition_id: idOf(scene),
    type: 2,
    name: 'model.glb',
    size,
    status: 'ready',
    original_object: object,
    main_object: object,
  });
  await harness.db('accounts').where({ id: owner.accountId }).increment('storage_used', size);
  return { iri: `/api/assets/${id}`, object };
}
