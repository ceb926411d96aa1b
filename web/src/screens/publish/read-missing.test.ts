import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it } from 'vitest';
import type { ApiClient } from '../../api/client.ts';
import { readMissing } from './read-missing.ts';

const READY = '/api/assets/01900000-0000-7000-8000-00000000d001';
const FAILED = '/api/assets/01900000-0000-7000-8000-00000000d002';
const CONVERTING = '/api/assets/01900000-0000-7000-8000-00000000d003';

/** A client for a scene with nodes, of which only the ready file has an address; it records the files asked for. */
function serve(nodes: object): { client: Pick<ApiClient, 'call'>; asked: string[] } {
  const asked: string[] = [];
  const call = async (name: string, { params }: { params: { id: string } }) => {
    if (name === 'getScenePreview') {
      return {
        document: parseDocument({ nodes }),
        assets: { [READY]: { url: '/chair.glb', mobileUrl: null } },
      };
    }
    asked.push(params.id);
    return { status: FAILED.endsWith(params.id) ? 'failed' : 'processing' };
  };
  return { client: { call: call as ApiClient['call'] }, asked };
}

it('readMissing names nodes with a missing or failed file once, but not while converting', async () => {
  const { client } = serve({
    chair: { kind: 'model', name: 'Chair', props: { asset: READY } },
    lamp: { kind: 'model', name: 'Lamp', props: { asset: FAILED } },
    lamp2: { kind: 'model', name: 'Lamp', props: { asset: FAILED } },
    table: { kind: 'model', name: 'Table', props: { asset: CONVERTING } },
    shelf: { kind: 'model', name: 'Shelf' },
    poster: { kind: 'image', name: 'Poster' },
    box: { kind: 'box', name: 'Box' },
    text: { kind: 'text', name: 'Text' },
  });
  expect((await readMissing(client, 'scene')).toSorted()).toEqual(['Lamp', 'Poster', 'Shelf']);
});

it('readMissing requests no asset that has an address', async () => {
  const { client, asked } = serve({ chair: { kind: 'model', props: { asset: READY } } });
  expect(await readMissing(client, 'scene')).toEqual([]);
  expect(asked).toEqual([]);
});
