import { expect, it, vi } from 'vitest';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { databaseOf } from './local-copy.ts';

it('A persistence has a promise of its database, before that is open', () => {
  const open = vi.fn(() => ({}));
  vi.stubGlobal('indexedDB', { open });
  expect(databaseOf(new IndexeddbPersistence('scene', new Y.Doc()))).toBeInstanceOf(Promise);
  expect(open).toHaveBeenCalledExactlyOnceWith('scene');
});
