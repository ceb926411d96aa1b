import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BackupPlace, folderPlace } from './backup-place.ts';
import { objectPath } from './manifest.ts';
import { removeUnnamedObjects } from './remove-unnamed-objects.ts';

let folder = '';
let place: BackupPlace;
let listPath = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diorama-backup-'));
  place = folderPlace(join(folder, 'backup'));
  listPath = join(folder, 'objects.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sums = Array.from({ length: 40 }, (_, index) => createHash('sha256').update(`${index}`).digest('hex'));
const named = sums.filter((_, index) => index % 3 === 0);
const left = async () => (await Array.fromAsync(place.list('objects/'))).toSorted();
const pathsOf = (of: readonly string[]) => of.map(objectPath).toSorted();

const writeAll = async () => {
  writeFileSync(listPath, named.map((sha256) => `${JSON.stringify({ key: 'a', sha256 })}\n`).join(''));
  for (const sum of sums) {
    await place.write(objectPath(sum), Readable.from([Buffer.from('bytes')]));
  }
};

it.each([1, 7, 1_000])(
  'removeUnnamedObjects keeps the named objects when it compares %d paths at a time',
  async (batch) => {
    await writeAll();
    await removeUnnamedObjects({ place, listPath, batch });
    expect(await left()).toEqual(pathsOf(named));
  },
);

it('an interrupted removal keeps the named objects and removes the rest the next time', async () => {
  await writeAll();
  let removed = 0;
  const failing: BackupPlace = {
    ...place,
    remove: async (path) => {
      removed += 1;
      if (removed > 5) {
        throw new Error('interrupted');
      }
      await place.remove(path);
    },
  };
  await expect(removeUnnamedObjects({ place: failing, listPath, batch: 7 })).rejects.toThrow('interrupted');
  const kept = await left();
  expect(kept).toHaveLength(sums.length - 5);
  expect(kept).toEqual(expect.arrayContaining(pathsOf(named)));
  await removeUnnamedObjects({ place, listPath });
  expect(await left()).toEqual(pathsOf(named));
});

it('removeUnnamedObjects removes everything when a backup names no object', async () => {
  await writeAll();
  writeFileSync(listPath, '');
  await removeUnnamedObjects({ place, listPath });
  expect(await left()).toEqual([]);
});
