import { afterEach, expect, it, vi } from 'vitest';
import { browserDatabases } from './browser-databases.ts';

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
