import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { folderPlace } from './backup-place.ts';
import { writeManifest } from './manifest.ts';
import { restoreSecrets } from './restore-backup.ts';

it('partly restored secrets are discarded, and only their owner can read restored ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'diorama-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place = folderPlace(join(folder, 'backup'));
  await writeManifest(place, {
    version: 1,
    takenAt: new Date(0).toISOString(),
    folder: 'database-test',
    migrations: [],
    tables: [],
    sequences: [],
    eventDays: [],
    objects: { count: 0, bytes: 0, sha256: '0'.repeat(64) },
    hasSecrets: true,
    accounts: [],
  });
  await place.write('database-test/secrets.json', Readable.from(['{"whole":true}']));
  const target = join(folder, 'data/secrets.json');
  const cutOff = async function* () {
    yield '{"whole":';
    throw new Error('cut off');
  };
  const read = async (path: string) =>
    path.endsWith('secrets.json') ? Readable.from(cutOff()) : place.read(path);
  await expect(restoreSecrets({ ...place, read }, target)).rejects.toThrow('cut off');
  expect(await readdir(join(folder, 'data'))).not.toContain('secrets.json');

  await restoreSecrets(place, target);
  expect(await readFile(target, 'utf8')).toBe('{"whole":true}');
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'data'))).toEqual(['secrets.json']);
});
