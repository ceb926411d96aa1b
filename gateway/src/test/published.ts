import { storeObject } from '@diorama/shared/server/db/objects.ts';
import type { Harness, Person } from './harness.ts';

/** What worker-assets leaves behind when the output that a scene waits for is ready. */
export async function completeOutput(harness: Harness, accountId: string, sceneId: string): Promise<void> {
  const output = await harness
    .db('scene_outputs')
    .where({ composition_id: sceneId, status: 'queued' })
    .first();
  const object = async (text: string, contentType: string) =>
    (
      await storeObject(harness.deps, {
        accountId,
        body: Buffer.from(`${sceneId} ${text}`),
        contentType,
      })
    ).id;
  await harness
    .db('scene_outputs')
    .where({ id: output.id })
    .update({
      status: 'completed',
      glb_object: await object('glb', 'model/gltf-binary'),
      usdz_object: await object('usdz', 'model/vnd.usdz+zip'),
      thumbnail_object: await object('thumb', 'image/webp'),
    });
  await harness.db('compositions').where({ id: sceneId }).update({ published_output_id: output.id });
}

/** Makes a scene of a person that visitors can reach. @returns its id */
export async function publishScene(harness: Harness, owner: Person, change: object = {}): Promise<string> {
  const { token } = owner;
  const { json } = await harness.call('POST', '/api/compositions', { token, body: { name: 'Chair' } });
  const id = String(json.uuid);
  const body = { privacy: 'public', status: 'published', ...change };
  await harness.call('PATCH', `/api/compositions/${id}`, { token, body });
  await completeOutput(harness, owner.accountId, id);
  return id;
}
