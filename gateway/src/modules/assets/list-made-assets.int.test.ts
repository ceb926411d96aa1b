import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { requestOutput } from '@diorama/shared/server/scenes/request-output.queries.ts';
import { describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';

describe('generated assets', () => {
  const fixture = useWorkspace();
  const { call } = fixture;
  const list = async (type: number, person?: Parameters<typeof fixture.callAs>[0]) => {
    const path = `/api/assets?type=${type}&account.uuid=${fixture.owner.accountId}`;
    return (await (person === undefined ? call('GET', path) : fixture.callAs(person, 'GET', path))).json;
  };
  const store = async (body: string) => {
    const { accountId } = fixture.owner;
    const object = await storeObject(fixture.harness.deps, {
      accountId,
      body: Buffer.from(body),
      contentType: 'application/octet-stream',
    });
    return object.id;
  };

  /** Completes an output of a scene with a GLB, a USDZ, two pictures of a turn and one of a view. */
  const complete = async (scene: string) => {
    const [glb, usdz, first, second, view] = await Promise.all(['glb', 'usdz', 'a', 'b', 'view'].map(store));
    const { userId, accountId } = fixture.owner;
    const id = await requestOutput(fixture.harness.db, {
      compositionId: idOf(scene),
      accountId,
      userId,
      revision: 1,
      text: '{"nodes":{}}',
      sourceObject: null,
    });
    await fixture.harness
      .db('scene_outputs')
      .where({ id })
      .update({
        status: 'completed',
        glb_object: glb,
        usdz_object: usdz,
        carousel_objects: [first, second],
        carousel_hd_objects: [view],
      });
    await fixture.harness
      .db('compositions')
      .where({ id: idOf(scene) })
      .update({ published_output_id: id });
  };

  it('list the output files of scenes by type, and nothing for users without access', async () => {
    const scene = await fixture.createScene({ name: 'Chair' });
    await complete(scene);
    for (const [type, names] of [
      [ASSET_TYPE.sceneGlb, ['Chair.glb']],
      [ASSET_TYPE.sceneUsdz, ['Chair.usdz']],
      [ASSET_TYPE.carousel, ['Chair-1.webp', 'Chair-2.webp']],
      [ASSET_TYPE.carouselHd, ['Chair-1.webp']],
    ] as const) {
      const { member, totalItems } = await list(type);
      // Fetched from the API of the contract.
      const items = member as { name: string; url: string }[];
      expect(totalItems).toBe(names.length);
      expect(items.map(({ name }) => name)).toEqual(names);
      for (const item of items) {
        expect(item).toMatchObject({ '@type': 'Asset', type, uploadType: 'scene', composition: scene });
        expect((await fetch(item.url)).status).toBe(200);
      }
      expect((await list(type, fixture.stranger)).member).toEqual([]);
    }
    const output = (await call('GET', `${scene}/output`)).json;
    const assets = output.assets as { type: number }[];
    expect(assets.map(({ type }) => type)).toEqual([4, 5, 6, 6, 7]);
    expect(assets[0]).toMatchObject({ '@type': 'Asset', uploadType: 'scene', url: output.glb });
  });

  it('list library materials, and nothing for users without access', async () => {
    const { owner } = fixture;
    const made = await call('POST', '/api/library/materials', {
      name: 'Oak',
      account: owner.accountId,
      material: { color: '#aa7744' },
    });
    expect(made.json).toMatchObject({ type: ASSET_TYPE.material, uploadType: 'material' });
    const { member } = await list(ASSET_TYPE.material);
    expect(member).toMatchObject([
      { '@id': made.json['@id'], '@type': 'Asset', type: 1, uploadType: 'material', name: 'Oak' },
    ]);
    expect((await list(ASSET_TYPE.material, fixture.stranger)).member).toEqual([]);
  });
});
