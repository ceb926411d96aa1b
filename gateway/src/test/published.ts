import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { beforeEach } from 'vitest';
import type { Harness, Person } from './harness.ts';
import { useWorkspace } from './workspace-fixture.ts';

/** A draft of a workspace for each test, called `Chair <b>`, with actions of its owner and others. */
export function useDraft() {
  const fixture = useWorkspace();
  let id: string;
  beforeEach(async () => {
    const { json } = await fixture.call('POST', '/api/compositions', { name: 'Chair <b>' });
    id = String(json.uuid);
  });
  return {
    fixture,
    get id() {
      return id;
    },
    patch: (body: object) => fixture.call('PATCH', `/api/compositions/${id}`, body),
    complete: () => completeOutput(fixture.harness, fixture.owner.accountId, id),
    /** The public page, as a crawler reads it. */
    page: async () => (await fetch(`${fixture.harness.url}/view/${id}`)).text(),
    /** A URL of the product with the origin of the test's gateway. */
    local: (address: unknown) => String(address).replace(/^http:\/\/[^/]+/, fixture.harness.url),
  };
}

/** Imitates worker-assets when the pending output of a scene is ready. */
export async function completeOutput(harness: Harness, accountId: string, sceneId: string): Promise<void> {
  const output = await harness
    .db('scene_outputs')
    .where({ composition_id: sceneId, status: 'queued' })
    .first();
  const object = async (text: string, contentType: string) =>
    (await storeObject(harness.deps, { accountId, body: Buffer.from(`${sceneId} ${text}`), contentType })).id;
  await harness
    .db('scene_outputs')
    .where({ id: output.id })
    .update({
      status: 'completed',
      glb_object: await object('glb', 'model/gltf-binary'),
      ar_object: await object('ar', 'model/gltf-binary'),
      usdz_object: await object('usdz', 'model/vnd.usdz+zip'),
      thumbnail_object: await object('thumb', 'image/jpeg'),
    });
  await harness.db('compositions').where({ id: sceneId }).update({ published_output_id: output.id });
}

/** Creates a user's published scene. @returns its id */
export async function publishScene(harness: Harness, owner: Person, change: object = {}): Promise<string> {
  const { token } = owner;
  const { json } = await harness.call('POST', '/api/compositions', { token, body: { name: 'Chair' } });
  const id = String(json.uuid);
  const body = { privacy: 'public', status: 'published', ...change };
  await harness.call('PATCH', `/api/compositions/${id}`, { token, body });
  await completeOutput(harness, owner.accountId, id);
  return id;
}
