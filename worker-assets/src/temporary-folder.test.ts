import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from './temporary-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'diorama-own-'));
});
afterEach(() => rm(root, { recursive: true }));

/** A process id above the system's limit. */
const NOBODY = 2 ** 30;

describe('createTemporaryFolder', () => {
  it('keeps the folder of its running process, and deletes those of ended processes', async () => {
    const own = basename(await createTemporaryFolder(root));
    const [kind, host, pid, startedAt] = own.split('-');
    expect([kind, pid]).toEqual(['worker', String(process.pid)]);
    // A process on another machine cannot be checked, so its folder stays.
    const kept = [`worker-0123456789ab-${NOBODY}-1`, 'job-1'];
    const gone = [`worker-${host}-${NOBODY}-${startedAt}`, `worker-${host}-${process.pid}-1`];
    for (const name of [...kept, ...gone]) {
      await mkdir(join(root, name, 'job-1'), { recursive: true });
    }
    expect(basename(await createTemporaryFolder(root))).toBe(own);
    expect(await readdir(root)).toEqual([own, ...kept].toSorted());
  });
});
