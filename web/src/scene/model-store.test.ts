import { Mesh } from 'three';
import { afterEach, expect, it, vi } from 'vitest';
import { AssetLoader } from './asset-loader.ts';
import { DisposeQueue } from './dispose-queue.ts';
import { ModelStore, type ModelTemplate } from './model-store.ts';
import { triangleGlb } from './test/triangle-glb.ts';

const IRI = '/api/assets/1';

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

it('ModelStore frees a replaced model after its replacement is drawn', async () => {
  let isThere = true;
  vi.stubGlobal(
    'fetch',
    async () => new Response(isThere ? triangleGlb() : null, { status: isThere ? 200 : 404 }),
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
