import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SceneAssets } from './scene-assets.ts';

const file = (url: string) => ({ url, mobileUrl: null });

describe('the files of a scene', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    return () => vi.unstubAllGlobals();
  });

  it('are those that were published', async () => {
    const assets = new SceneAssets({ a: file('/a') });
    expect(await assets.source('a')).toEqual({ url: '/a' });
    expect(await assets.source('b')).toBeNull();
    expect(await assets.source('constructor')).toBeNull();
  });

  it('are asked for once where the scene is live, and not again when they are known', async () => {
    const assets = new SceneAssets({ a: file('/a') });
    const more = vi.fn(async () => ({ a: file('/signed'), b: file('/b'), c: file('/c') }));
    assets.setMore(more);
    expect(await Promise.all([assets.source('b'), assets.source('c'), assets.source('a')])).toEqual([
      { url: '/b' },
      { url: '/c' },
      { url: '/a' },
    ]);
    expect(await assets.source('b')).toEqual({ url: '/b' });
    expect(more).toHaveBeenCalledTimes(1);
    expect(await assets.source('d')).toBeNull();
    expect(more).toHaveBeenCalledTimes(2);
  });

  it('are found where they were said to be last', async () => {
    const assets = new SceneAssets({ a: file('/a') });
    assets.know({ a: file('/signed') });
    expect(await assets.source('a')).toEqual({ url: '/signed' });
    assets.setMore(async () => ({ a: file('/signed-again') }));
    await assets.renew();
    expect(await assets.source('a')).toEqual({ url: '/signed-again' });
    expect(assets.has('b')).toBe(false);
  });
});
