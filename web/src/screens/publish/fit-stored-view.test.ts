import { CAMERA_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import { parseDocument, type SceneCamera } from '@diorama/shared/scene/document.ts';
import { Box3, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../api/client.ts';
import { viewCoverage } from '../../scene/opening-view.ts';
import { fitStoredView } from './fit-stored-view.ts';

type Put = { body: { document: { camera: SceneCamera } }; headers: object };

/** A client for a scene with a document; it records written documents. Models are cubes of 2 m. */
function serve(members: object): { client: Pick<ApiClient, 'call'>; puts: Put[] } {
  const puts: Put[] = [];
  const call = async (name: string, input: { body?: unknown }, options?: { headers?: object }) => {
    switch (name) {
      case 'getDocument':
        return { revision: 7, document: parseDocument(members) };
      case 'getAsset':
        return { extra: { bounds: { min: [-1, 0, -1], max: [1, 2, 1] } } };
      default:
        puts.push({ body: input.body as Put['body'], headers: options?.headers ?? {} });
        return { revision: 8 };
    }
  };
  return { client: { call: call as ApiClient['call'] }, puts };
}
const coverageOf = (camera: SceneCamera, min: number[], max: number[]) =>
  viewCoverage(
    { ...camera, position: new Vector3(...camera.position), target: new Vector3(...camera.target) },
    new Box3(new Vector3(...min), new Vector3(...max)),
  );

describe('the stored opening view of a scene', () => {
  it.each([
    ['a small box', { kind: 'box', props: { size: [0.1, 0.1, 0.1] } }, 0.05],
    ['a large wall', { kind: 'wall', props: { start: [-20, 0], end: [20, 0], height: 30 } }, 20],
    ['a scaled model', { kind: 'model', scale: [30, 30, 30], props: { asset: '/api/assets/1' } }, 30],
  ])('is fitted to %s, at the measured revision', async (_, node, half) => {
    const { client, puts } = serve({ nodes: { group: { kind: 'group' }, n: { ...node, parent: 'group' } } });
    await fitStoredView(client, 'scene');
    const [put] = puts;
    expect(put?.headers).toEqual({ 'If-Match': '7' });
    const camera = put?.body.document.camera ?? expect.fail('nothing was written');
    const box = coverageOf(camera, [-half, 0, -half], [half, 2 * half, half]);
    expect(box.share).toBeGreaterThan(0.3);
    expect(camera.fov).toBe(CAMERA_DEFAULTS.fov);
    expect(camera).not.toEqual(CAMERA_DEFAULTS);
  });

  it('is unchanged when chosen by the user, already fitting, or without visible content', async () => {
    for (const members of [
      { camera: { position: [0, 1, 90] }, nodes: { n: { kind: 'box' } } },
      { nodes: { n: { kind: 'box', position: [0, 1, 0], props: { size: [3, 2, 3] } } } },
      { nodes: { n: { kind: 'pointLight' } } },
      { nodes: { n: { kind: 'box', visible: false, props: { size: [90, 90, 90] } } } },
      {},
    ]) {
      const { client, puts } = serve(members);
      await fitStoredView(client, 'scene');
      expect(puts).toEqual([]);
    }
  });

  it('shows all of the content', async () => {
    const { client, puts } = serve({
      nodes: {
        a: { kind: 'box', position: [40, 5, 0], props: { size: [4, 10, 4] } },
        m: { kind: 'model', position: [-10, 0, 3], props: { asset: '/api/assets/1' } },
      },
    });
    await fitStoredView(client, 'scene');
    const camera = puts[0]?.body.document.camera ?? expect.fail('nothing was written');
    expect(coverageOf(camera, [-11, 0, -2], [42, 10, 4])).toMatchObject({ isWhole: true, isInside: false });
  });
});
