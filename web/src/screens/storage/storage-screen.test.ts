import type { StorageFile } from '@diorama/shared/contract/storage.ts';
import { expect, it } from 'vitest';
import { deleteEach } from './storage-screen.tsx';

// The code under test reads only the size of a file.
const files = [{ size: 1 }, { size: 20 }, { size: 300 }] as StorageFile[];

it('deletes what can be deleted, and says how much that was and why the rest stays', async () => {
  const inUse = new Error('in use');
  const asked: number[] = [];
  const deleted = await deleteEach(files, async ({ size }) => {
    asked.push(size);
    if (size === 20) {
      throw inUse;
    }
  });
  expect(asked).toEqual([1, 20, 300]);
  expect(deleted).toEqual({ freed: 301, errors: [inUse] });
});
