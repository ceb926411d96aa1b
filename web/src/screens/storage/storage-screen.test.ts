import type { StorageFile } from '@diorama/shared/contract/storage.ts';
import { expect, it } from 'vitest';
import { deleteEach } from './storage-screen.tsx';

// The code under test reads only the size of a file.
const files = [{ size: 1 }, { size: 20 }, { size: 300 }] as StorageFile[];

it('deleteEach deletes all possible files and returns freed bytes and errors', async () => {
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
