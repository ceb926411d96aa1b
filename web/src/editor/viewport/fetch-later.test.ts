import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchLater } from './fetch-later.ts';

const ignore = () => undefined;

describe('a module loaded by fetchLater', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is passed to the callback', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    fetchLater(async () => 'the module', resolve, ignore);
    expect(await promise).toBe('the module');
  });

  it('reports an error and fires the failure callback when loading fails', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const failed = Promise.withResolvers<void>();
    const onLoad = vi.fn();
    const lost = new Error('It is gone');
    fetchLater(() => Promise.reject(lost), onLoad, failed.resolve);
    await failed.promise;
    expect(report).toHaveBeenCalledWith(lost);
    expect(onLoad).not.toHaveBeenCalled();
  });

  it('fires no load callback after a cancel', async () => {
    const onLoad = vi.fn();
    const module = Promise.withResolvers<string>();
    fetchLater(() => module.promise, onLoad, ignore)();
    // Callbacks of later calls run after it.
    const later = Promise.withResolvers<string>();
    fetchLater(() => module.promise, later.resolve, ignore);
    module.resolve('too late');
    expect(await later.promise).toBe('too late');
    expect(onLoad).not.toHaveBeenCalled();
  });

  it('fires no failure callback after a cancel', async () => {
    vi.stubGlobal('reportError', vi.fn());
    const onFailed = vi.fn();
    const module = Promise.withResolvers<string>();
    fetchLater(() => module.promise, ignore, onFailed)();
    const later = Promise.withResolvers<void>();
    fetchLater(() => module.promise, ignore, later.resolve);
    module.reject(new Error('It is gone'));
    await later.promise;
    expect(onFailed).not.toHaveBeenCalled();
  });
});
