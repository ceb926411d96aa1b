import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SceneAssets } from './scene-assets.ts';

const file = (url: string) => ({ url, mobileUrl: null });

describe('the files of a scene', () => {
  const ask = vi.fn();
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    ask.mockReset();
    return () => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    };
  });

  it('are the published ones', async () => {
    const assets = new SceneAssets({ a: file('/a') }, ask);
    expect(await assets.source('a')).toEqual({ url: '/a' });
    expect(await assets.source('b')).toBeNull();
    expect(await assets.source('constructor')).toBeNull();
  });

  it('are requested once in a live scene, and not again once known', async () => {
    const assets = new SceneAssets({ a: file('/a') }, ask);
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

  it('are requested again once for all expired addresses, and kept if the server returns none', async () => {
    vi.useFakeTimers();
    const assets = new SceneAssets({ a: file('/a?s=1'), b: file('/b?s=1'), c: file('/c') }, ask);
    ask.mockResolvedValue({ a: file('/a?s=2'), b: file('/b?s=2'), c: file('/c') });
    expect(await assets.source('a')).toEqual({ url: '/a?s=1' });
    vi.advanceTimersByTime(5 * 60_000);
    expect(await assets.source('c')).toEqual({ url: '/c' });
    expect(ask).not.toHaveBeenCalled();
    expect(await Promise.all([assets.source('a'), assets.source('b')])).toEqual([
      { url: '/a?s=2' },
      { url: '/b?s=2' },
    ]);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    await assets.source('a');
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5 * 60_000);
    ask.mockResolvedValue({});
    expect(await assets.source('a')).toEqual({ url: '/a?s=2' });
  });

  it('have the address that was received last', async () => {
    const assets = new SceneAssets({ a: file('/a') }, ask);
    assets.know({ a: file('/signed') });
    expect(await assets.source('a')).toEqual({ url: '/signed' });
    assets.setMore(async () => ({ a: file('/signed-again') }));
    await assets.renew();
    expect(await assets.source('a')).toEqual({ url: '/signed-again' });
    expect(assets.has('b')).toBe(false);
  });
});
