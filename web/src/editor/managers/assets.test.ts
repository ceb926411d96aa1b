import type { Asset } from '@diorama/shared/contract/assets.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { AssetsManager } from './assets.ts';

const IRI = '/api/assets/01a1fc3c-0000-7000-8000-000000000001';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

it('asks for an address again once the one it knows may have ended', async () => {
  let count = 0;
  const get = vi.fn(async () => {
    count += 1;
    return { '@id': IRI, status: 'ready', url: `/objects/${count}` } as Asset;
  });
  const assets = new AssetsManager({ get, subscribe: () => () => undefined }, new TestEditor().scene);
  expect(await assets.addressOf(IRI)).toEqual({ url: '/objects/1' });
  vi.advanceTimersByTime(3 * 60_000);
  expect(await assets.addressOf(IRI)).toEqual({ url: '/objects/1' });
  // As after a deletion that is undone eleven minutes later.
  vi.advanceTimersByTime(8 * 60_000);
  expect(await assets.addressOf(IRI)).toEqual({ url: '/objects/2' });
  expect(get).toHaveBeenCalledTimes(2);
});
