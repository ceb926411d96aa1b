import { afterEach, expect, it, vi } from 'vitest';
import { browserDatabases, canOpenDatabase } from './browser-databases.ts';

afterEach(() => vi.unstubAllGlobals());

it('is there where the browser has any', () => {
  vi.stubGlobal('indexedDB', { open: () => undefined });
  expect(browserDatabases()).toBe(indexedDB);
});

it('is nothing where there are none', () => {
  vi.stubGlobal('indexedDB', undefined);
  expect(browserDatabases()).toBeNull();
});

it('is nothing where a person forbids even to ask', () => {
  vi.stubGlobal('indexedDB', undefined);
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get: () => {
      throw new DOMException('Denied', 'SecurityError');
    },
  });
  expect(browserDatabases()).toBeNull();
});

it('can be opened where the browser gives one, which is closed again', async () => {
  const close = vi.fn();
  const opening = canOpenDatabase({ open: () => asked({ result: { close } }, 'onsuccess') });
  expect(await opening).toBe(true);
  expect(close).toHaveBeenCalledTimes(1);
});

it.each([
  ['there are none', null],
  ['the browser refuses each', { open: () => asked({}, 'onerror') }],
  [
    'the browser throws instead',
    {
      open: () => {
        throw new DOMException('Denied', 'SecurityError');
      },
    },
  ],
])('cannot be opened where %s', async (_why, databases) => {
  expect(await canOpenDatabase(databases)).toBe(false);
});

/** A request that is answered after its handlers are set. */
function asked(request: object, answer: 'onsuccess' | 'onerror'): IDBOpenDBRequest {
  const open = request as IDBOpenDBRequest;
  queueMicrotask(() => open[answer]?.(new Event(answer, { cancelable: true })));
  return open;
}
