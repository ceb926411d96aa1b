import { parseDocument } from '@diorama/shared/scene/document.ts';
import { combinationText } from '@diorama/shared/scene/options/options.ts';
import {
  KEPT_COMBINATIONS,
  requestOptionOutput,
  useOptionOutput,
} from '@diorama/shared/server/scenes/option-outputs.queries.ts';
import { requestOutput } from '@diorama/shared/server/scenes/request-output.queries.ts';
import { makeScene } from '@diorama/stack/test/factories.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { useAssetWorker, WAIT } from '../test/asset-worker.ts';
import { useJobHarness } from '../test/job-harness.ts';

const harness = useJobHarness();
const worker = useAssetWorker(harness);

/** A box in two colors and a cone that stands beside it by default. */
const SCENE = {
  nodes: { box: { kind: 'box', material: 'oak' }, cone: { kind: 'cone', position: [2, 0, 0] } },
  materials: { oak: { color: '#00ff00' }, red: { color: '#ff0000' } },
  options: { color: {}, cone: { index: 'a1' } },
  choices: {
    oak: { option: 'color' },
    red: {
      option: 'color',
      index: 'a1',
      values: { 'nodes/box/material': 'red', 'nodes/gone/visible': true },
    },
    with: { option: 'cone', values: { 'nodes/cone/visible': true } },
    without: { option: 'cone', index: 'a1', values: { 'nodes/cone/visible': false } },
  },
};
const RED = combinationText(
  new Map([
    ['cone', 'without'],
    ['color', 'red'],
  ]),
);

/** Base colors of the meshes of a GLB. */
async function colorsIn(object: string | null): Promise<string[]> {
  const io = await createGltfIo();
  const document = await io.readGlb(new Uint8Array(await harness.stored(object ?? '')));
  const meshes = document
    .getRoot()
    .listNodes()
    .flatMap((node) => node.getMesh()?.listPrimitives() ?? []);
  return meshes.map(
    (part) => part.getMaterial()?.getBaseColorFactor().slice(0, 3).map(Math.round).join() ?? '',
  );
}

describe('the files of a combination of choices', () => {
  let scene: string;
  beforeEach(async () => {
    scene = await makeScene(harness.db, harness.person);
  });
  const publish = async (members: object = SCENE) => {
    const { accountId, userId } = harness.person;
    const text = JSON.stringify(parseDocument(members));
    const outputId = await requestOutput(harness.db, {
      ...{ compositionId: scene, accountId, userId, revision: 0, text, sourceObject: null },
    });
    const status = async () => (await harness.db('scene_outputs').where({ id: outputId }).first()).status;
    await expect.poll(status, WAIT).toBe('completed');
    return outputId;
  };
  const request = (outputId: string, choices: string) =>
    requestOptionOutput(harness.db, { outputId, accountId: harness.person.accountId, choices });

  it('contain the chosen materials and are made once, apart from the default files', {
    tags: ['full'],
  }, async () => {
    const outputId = await publish();
    const output = await harness.db('scene_outputs').where({ id: outputId }).first();
    expect(await colorsIn(output.glb_object)).toHaveLength(2);
    const choices = RED;
    expect(await useOptionOutput(harness.db, outputId, choices)).toBeNull();
    expect(await Promise.all([1, 2, 3].map(() => request(outputId, choices)))).toEqual([true, true, true]);
    const made = () => useOptionOutput(harness.db, outputId, choices);
    await expect.poll(async () => (await made())?.status, WAIT).toBe('completed');
    const files = await made();
    expect(await colorsIn(files?.glb_object ?? null)).toEqual(['1,0,0']);
    expect(await colorsIn(files?.ar_object ?? null)).toEqual(['1,0,0']);
    expect((await harness.stored(files?.usdz_object ?? '')).subarray(0, 2).toString()).toBe('PK');
    expect(await harness.db('option_outputs').where({ output_id: outputId })).toHaveLength(1);
    const held = await harness.db('object_refs').where({ held_by: 'option_outputs', holder_id: files?.id });
    expect(held.map(({ place }) => place).sort()).toEqual(['ar_object', 'glb_object', 'usdz_object']);
  });

  it('are shared between publications with the same content, and rebuilt for other materials', {
    tags: ['full'],
  }, async () => {
    const build = vi.spyOn(worker.deps.pool, 'run');
    const filesOf = async (outputId: string, choices = RED) => {
      await request(outputId, choices);
      const made = () => useOptionOutput(harness.db, outputId, choices);
      await expect.poll(async () => (await made())?.status, WAIT).toBe('completed');
      const { glb_object, ar_object, usdz_object } = (await made()) ?? {};
      return [glb_object, ar_object, usdz_object];
    };
    /** Publishes, and returns the files of a combination with the number of builds for it. */
    const publishWith = async (members: object, choices = RED) => {
      const outputId = await publish(members);
      build.mockClear();
      return { files: await filesOf(outputId, choices), builds: build.mock.calls.length };
    };
    // The color differs from that of the test above, whose files would be shared.
    const pink = { ...SCENE, materials: { ...SCENE.materials, red: { color: '#ff00ff' } } };
    const first = await publishWith(pink);
    expect(first.builds).toBe(1);
    const same = { files: first.files, builds: 0 };
    expect(await publishWith(pink)).toEqual(same);
    expect(await publishWith({ ...pink, environment: { intensity: 2 } })).toEqual(same);
    const materials = { ...SCENE.materials, red: { color: '#ffff00' } };
    const changed = await publishWith({ ...SCENE, materials });
    expect(changed.builds).toBe(1);
    expect(await colorsIn(changed.files[0] ?? null)).toEqual(['1,1,0']);
    build.mockRestore();
  });

  it('are deleted with the publication, the least recently used first', { tags: ['full'] }, async () => {
    const outputId = await publish();
    const old = Array.from({ length: KEPT_COMBINATIONS + 5 }, (_, at) => ({
      id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      output_id: outputId,
      choices: `color=${at}`,
      status: 'completed',
      used_at: new Date(at * 1_000),
    }));
    await harness.db('option_outputs').insert(old);
    const choices = combinationText(new Map([['color', 'red']]));
    await request(outputId, choices);
    const kept = harness.db('option_outputs').where({ output_id: outputId });
    await expect.poll(async () => (await kept.clone()).length, WAIT).toBe(KEPT_COMBINATIONS);
    expect(await kept.clone().where({ choices: 'color=3' })).toEqual([]);
    const [{ id: holder_id }] = await kept.clone().where({ choices });
    const held = harness.db('object_refs').where({ held_by: 'option_outputs', holder_id });
    expect(await held.clone()).toHaveLength(3);
    await harness.db('scene_outputs').where({ id: outputId }).delete();
    expect(await kept.clone()).toEqual([]);
    expect(await held.clone()).toEqual([]);
  });

  it('are queued up to a limit per workspace', { tags: ['full'] }, async () => {
    const outputId = await publish();
    const asked: boolean[] = [];
    await harness.db
      .transaction(async (trx) => {
        for (let at = 0; at < 30; at += 1) {
          asked.push(
            await requestOptionOutput(trx, {
              outputId,
              accountId: harness.person.accountId,
              choices: `color=${at}`,
            }),
          );
        }
        throw new Error('Nothing of this is wanted');
      })
      .catch(() => undefined);
    expect(asked.filter(Boolean)).toHaveLength(20);
  });
});
