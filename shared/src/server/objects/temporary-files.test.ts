import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeTemporaryFiles } from './temporary-files.ts';

const DAY_MS = 24 * 60 * 60_000;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-stale-'));
});
afterEach(() => rm(dir, { recursive: true }));

async function folder(name: string, isOld: boolean): Promise<void> {
  await mkdir(join(dir, name));
  const seconds = Date.now() / 1000 - (isOld ? (2 * DAY_MS) / 1000 : 0);
  await utimes(join(dir, name), seconds, seconds);
}

describe('removeTemporaryFiles', () => {
  it('removes old files of killed processes, but no recent or unrelated ones', async () => {
    await folder('job-old', true);
    await folder('job-new', false);
    await folder('chromium-1', true);
    await removeTemporaryFiles(dir, { stillMs: DAY_MS, prefixes: ['job-', 'import-'] });
    expect((await readdir(dir)).sort()).toEqual(['chromium-1', 'job-new']);
  });

  it('does nothing when the folder is missing', async () => {
    await expect(removeTemporaryFiles(join(dir, 'none'), { stillMs: DAY_MS })).resolves.toBeUndefined();
  });
});
