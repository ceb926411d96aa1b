import { Mesh } from 'three';
import { afterEach, expect, it, vi } from 'vitest';
import { AssetLoader } from './asset-loader.ts';
import { DisposeQueue } from './dispose-queue.ts';
import { ModelStore, type ModelTemplate } from './model-store.ts';

const IRI = '/api/assets/1';

/** A GLB file of one triangle. */
function triangle(): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36 }],
  });
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const corners = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
  const chunk = (type: string, bytes: Buffer) => [numbers(bytes.length), Buffer.from(type), bytes];
  const chunks = Buffer.concat([...chunk('JSON', text), ...chunk('BIN\0', corners)]);
  return new Uint8Array(Buffer.concat([Buffer.from('glTF'), numbers(2, chunks.length + 12), chunks]));
}

function numbers(...values: number[]): Buffer {
  return Buffer.from(new Uint32Array(values).buffer);
}

/** Returns a function that is true once the geometry of a model is freed. */
function watch(model: ModelTemplate | null): () => boolean {
  let isFreed = false;
  expect(model).not.toBeNull();
  model?.root.traverse((object) => {
    if (object instanceof Mesh) {
      object.geometry.addEventListener('dispose', () => {
        isFreed = true;
      });
    }
  });
  return () => isFreed;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('frees what a model was before once what it has become was drawn', async () => {
  let isThere = true;
  vi.stubGlobal(
    'fetch',
    async () => new Response(isThere ? triangle() : null, { status: isThere ? 200 : 404 }),
  );
  const disposeQueue = new DisposeQueue();
  const models = new ModelStore(new AssetLoader(async () => ({ url: '/objects/1' })), disposeQueue);
  const isFirstFreed = watch(await models.load(IRI));
  const drawFrame = async () => {
    disposeQueue.sweep();
    await Promise.resolve();
  };

  // A failed reload keeps the previous model.
  isThere = false;
  models.renew(IRI);
  expect(await models.load(IRI)).toBeNull();
  await drawFrame();
  expect(isFirstFreed()).toBe(false);

  isThere = true;
  const isSecondFreed = watch(await models.load(IRI));
  expect(isFirstFreed()).toBe(false);
  await drawFrame();
  expect(isFirstFreed()).toBe(true);
  await drawFrame();
  expect(isSecondFreed()).toBe(false);
  models.dispose();
  await drawFrame();
  expect(isSecondFreed()).toBe(true);
});
