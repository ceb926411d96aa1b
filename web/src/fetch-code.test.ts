import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchCode, isServerReachable } from './fetch-code.ts';

const LOST = new TypeError('Failed to fetch dynamically imported module');

/**
 * A loader that fails the given number of times, and a server whose reachability follows `reached`, then is always
 * true.
 */
function arrange({ failures, reached }: { failures: number; reached: boolean[] }) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) {
      throw LOST;
    }
    return 'code';
  });
  const wait = vi.fn(async (_ms: number) => undefined);
  return { load, context: { isReachable: () => reached.shift() ?? true, wait }, wait };
}

describe('fetchCode', () => {
  it('loads the code once, without waiting', async () => {
    const { load, context, wait } = arrange({ failures: 0, reached: [] });
    await expect(fetchCode(load, context)).resolves.toBe('code');
    expect(load).toHaveBeenCalledOnce();
    expect(wait).not.toHaveBeenCalled();
  });

  it('waits while the server is unreachable', async () => {
    const { load, context, wait } = arrange({ failures: 0, reached: [false, false, false] });
    await expect(fetchCode(load, context)).resolves.toBe('code');
    expect(load).toHaveBeenCalledOnce();
    expect(wait).toHaveBeenCalledTimes(3);
  });

  it('retries once after a failed load, when the server is reachable', async () => {
    const { load, context, wait } = arrange({ failures: 1, reached: [true, false] });
    await expect(fetchCode(load, context)).resolves.toBe('code');
    expect(wait).toHaveBeenCalledTimes(2);
  });

  it('rejects after a second failed load, as for a removed release', async () => {
    const { load, context } = arrange({ failures: 9, reached: [] });
    await expect(fetchCode(load, context)).rejects.toBe(LOST);
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('isServerReachable', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['diorama.example', false, false],
    ['diorama.example', true, true],
    ['localhost', false, true],
    ['127.0.0.1', false, true],
  ])('at %s, with onLine %s, returns %s', (hostname, onLine, isReachable) => {
    vi.stubGlobal('navigator', { onLine });
    vi.stubGlobal('location', { hostname });
    expect(isServerReachable()).toBe(isReachable);
  });
});
