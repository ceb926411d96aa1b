import { afterEach, expect, it, vi } from 'vitest';
import { browserDatabases, canOpenDatabase } from './browser-databases.ts';

afterEach(() => vi.unstubAllGlobals());

it('browserDatabases returns indexedDB where available', () => {
  vi.stubGlobal('indexedDB', { open: () => undefined });
  expect(browserDatabases()).toBe(indexedDB);
});

it('browserDatabases returns null without indexedDB', () => {
  vi.stubGlobal('indexedDB', undefined);
  expect(browserDatabases()).toBeNull();
});

it('browserDatabases returns null when access is denied', () => {
  vi.stubGlobal('indexedDB', undefined);
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get: () => {
      throw new DOMException('Denied', 'SecurityError');
    },
  });
  expect(browserDatabases()).toBeNull();
});

it('canOpenDatabase returns true and closes the database it opened', async () => {
  const close = vi.fn();
  const opening = canOpenDatabase({ open: () => asked({ result: { close } }, 'onsuccess') });
  expect(await opening).toBe(true);
  expect(close).toHaveBeenCalledTimes(1);
});

it.each([
  ['IndexedDB is missing', null],
  ['the browser rejects each request', { open: () => asked({}, 'onerror') }],
  [
    'the browser throws',
    {
      open: () => {
        throw new DOMException('Denied', 'SecurityError');
      },
    },
  ],
])('canOpenDatabase returns false where %s', async (_why, databases) => {
  expect(await canOpenDatabase(databases)).toBe(false);
});

/** A request that is answered after its handlers are set. */
function asked(request: object, answer: 'onsuccess' | 'onerror'): IDBOpenDBRequest {
  const open = request as IDBOpenDBRequest;
  queueMicrotask(() => open[answer]?.(new Event(answer, { cancelable: true })));
  return open;
}
