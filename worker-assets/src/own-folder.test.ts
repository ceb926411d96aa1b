import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from './own-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'diorama-own-'));
});
afterEach(() => rm(root, { recursive: true }));

/** More than any pid of a system. */
const NOBODY = 2 ** 30;

describe('ownFolder', () => {
  it('stays while its process lives, and takes away those of processes that are gone', async () => {
    const own = basename(await ownFolder(root));
    const [kind, host, pid, startedAt] = own.split('-');
    expect([kind, pid]).toEqual(['worker', String(process.pid)]);
    // Whether a process of another machine runs is unknown here.
    const kept = [`worker-0123456789ab-${NOBODY}-1`, 'job-1'];
    const gone = [`worker-${host}-${NOBODY}-${startedAt}`, `worker-${host}-${process.pid}-1`];
    for (const name of [...kept, ...gone]) {
      await mkdir(join(root, name, 'job-1'), { recursive: true });
    }
    expect(basename(await ownFolder(root))).toBe(own);
    expect(await readdir(root)).toEqual([own, ...kept].toSorted());
  });
});
