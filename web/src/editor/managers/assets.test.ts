import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AssetLoader } from '../../scene/asset-loader.ts';
import { DisposeQueue } from '../../scene/dispose-queue.ts';
import { ModelStore } from '../../scene/model-store.ts';
import { watch } from '../signals.ts';
import { TestEditor } from '../test/test-editor.ts';
import { AssetsManager } from './assets.ts';

const IRI = '/api/assets/01a1fc3c-0000-7000-8000-000000000001';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('AssetsManager requests an asset’s address again after the known one may have expired', async () => {
  const { get, assets } = createAssets();
  expect(await assets.addressOf(IRI)).toEqual({ url: '/objects/1' });
  vi.advanceTimersByTime(3 * 60_000);
  expect(await assets.addressOf(IRI)).toEqual({ url: '/objects/1' });
  // As after a deletion that is undone eleven minutes later.
  vi.advanceTimersByTime(8 * 60_000);
  expect(await assets.addressOf(IRI)).toEqual({ url: '/objects/2' });
  expect(get).toHaveBeenCalledTimes(2);
});

it('AssetsManager uses mobile files for pictures and skies in simplified mode, never for models', async () => {
  const addressOn = async (isSimplified: boolean, type: number, mobileUrl: string | null) => {
    const asset = { '@id': IRI, status: 'ready', type, url: '/whole', extra: { mobileUrl } } as Asset;
    const port = { get: async () => asset, subscribe: () => () => undefined };
    return (await new AssetsManager(port, new TestEditor().scene, isSimplified).addressOf(IRI))?.url;
  };
  for (const type of [ASSET_TYPE.texture, ASSET_TYPE.image, ASSET_TYPE.hdri]) {
    expect(await addressOn(true, type, '/light')).toBe('/light');
    expect(await addressOn(true, type, null)).toBe('/whole');
    expect(await addressOn(false, type, '/light')).toBe('/whole');
  }
  expect(await addressOn(true, ASSET_TYPE.model, '/light')).toBe('/whole');
});

it('an asset imported again after a failure fires one retry', async () => {
  const port = {
    get: async () => ({ '@id': IRI, status: 'processing' }) as Asset,
    subscribe: () => () => undefined,
  };
  const assets = new AssetsManager(port, new TestEditor().scene);
  const retried = vi.fn();
  assets.onRetry(retried);
  const tell = (status: Asset['status']) =>
    assets.set({ '@id': IRI, status, url: '/objects/1', extra: {} } as Asset);
  tell('processing');
  tell('failed');
  expect(await assets.addressOf(IRI)).toBeNull();
  assets.setUnloaded([IRI]);
  expect(retried).not.toHaveBeenCalled();
  tell('uploaded');
  tell('processing');
  expect(retried.mock.calls).toEqual([[IRI]]);
  const address = assets.addressOf(IRI);
  await vi.advanceTimersByTimeAsync(0);
  tell('ready');
  expect(await address).toEqual({ url: '/objects/1' });
  expect(retried).toHaveBeenCalledTimes(1);
  assets.dispose();
});

it('AssetsManager stops polling a processing asset that is forgotten', async () => {
  const made = { '@id': IRI, status: 'processing' } as Asset;
  const get = vi.fn(async () => made);
  const assets = new AssetsManager({ get, subscribe: () => () => undefined }, new TestEditor().scene);
  assets.set(made);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(get).toHaveBeenCalledTimes(1);
  assets.forget(IRI);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([get.mock.calls.length, assets.byIri.value.size]).toEqual([1, 0]);
});

/** Assets whose address changes with each request. */
function createAssets() {
  let count = 0;
  const get = vi.fn(async () => {
    count += 1;
    return { '@id': IRI, status: 'ready', url: `/objects/${count}` } as Asset;
  });
  return {
    get,
    assets: new AssetsManager({ get, subscribe: () => () => undefined }, new TestEditor().scene),
  };
}

it('AssetsManager requests a new address after loading from the known one failed', async () => {
  const { get, assets } = createAssets();
  expect(await assets.addressOf(IRI)).toEqual({ url: '/objects/1' });
  const told = vi.fn();
  watch(() => assets.unloaded.value, told);
  assets.setUnloaded([IRI]);
  assets.setUnloaded([IRI]);
  expect(told).toHaveBeenCalledTimes(1);
  expect([...assets.unloaded.value]).toEqual([IRI]);
  const retried: string[] = [];
  const stop = assets.onRetry((iri) => retried.push(iri));
  assets.retry(IRI);
  stop();
  assets.retry(IRI);
  expect(retried).toEqual([IRI]);
  expect(await assets.addressOf(IRI)).toEqual({ url: '/objects/2' });
  assets.setUnloaded([]);
  expect(assets.unloaded.value.size).toBe(0);
  expect(await assets.addressOf(IRI)).toEqual({ url: '/objects/2' });
  expect(get).toHaveBeenCalledTimes(2);
});

it('a model loads again when its deletion is undone after its address expired', async () => {
  const { assets } = createAssets();
  const gltf = JSON.stringify({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [] }] });
  const ended = new Set<string>();
  vi.stubGlobal('fetch', async (url: string) =>
    ended.has(url) ? new Response(null, { status: 403 }) : new Response(gltf),
  );
  const loader = new AssetLoader(assets.addressOf, ({ failures }) =>
    assets.setUnloaded(failures.map(({ iri }) => iri)),
  );
  const models = new ModelStore(loader, new DisposeQueue());
  expect(await models.load(IRI)).not.toBeNull();
  models.keep(new Set());
  loader.keep(new Set());
  ended.add('/objects/1');
  vi.advanceTimersByTime(11 * 60_000);
  expect(await models.load(IRI)).not.toBeNull();
  // An asset that expires early is reported as failed, and loaded by the next attempt.
  models.keep(new Set());
  ended.add('/objects/2');
  expect(await models.load(IRI)).toBeNull();
  expect([...assets.unloaded.value]).toEqual([IRI]);
  expect(await models.load(IRI)).not.toBeNull();
  expect(assets.unloaded.value.size).toBe(0);
});
