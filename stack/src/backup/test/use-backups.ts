import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Harness, type Person, startHarness } from '@diorama/gateway/test/harness.ts';
import { multipartForm } from '@diorama/gateway/test/multipart-form.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { type BackupPlace, openBackupPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import { objectPath, readBackupManifest } from '@diorama/shared/server/operations/backup/manifest.ts';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { startTestS3, type TestS3 } from '../../test/s3.ts';
import { triangleGlb } from '../../test/tiny-files.ts';
import { emptyInstallation } from './empty-installation.ts';

/**
 * A running installation with a user for the tests of a block, and an empty place for the backups of each test.
 * @returns `site` with the current values, `ends` for what to close after the tests, and functions to change and read both
 */
export function useBackups(kind: 'folder' | 'bucket') {
  const ends: (() => unknown)[] = [];
  const site = {} as {
    harness: Harness;
    owner: Person;
    store: ObjectStore;
    s3: TestS3;
    /** Address of the place, as operators write it. */
    address: string;
    place: BackupPlace;
  };
  beforeAll(async () => {
    site.s3 = await startTestS3();
    ends.push(site.s3.stop);
    site.harness = await startHarness();
    ends.push(site.harness.close);
    site.owner = await site.harness.signUp('owner');
    site.store = site.harness.deps.store;
  });
  afterAll(async () => {
    for (const end of ends.reverse()) {
      await end();
    }
  });
  beforeEach(async () => {
    site.address = await emptyAddress();
    site.place = openBackupPlace(site.address, site.s3.options);
  });

  const temporaryFolder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'diorama-backup-'));
    ends.push(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const emptyAddress = async () =>
    kind === 'folder'
      ? temporaryFolder()
      : `s3://${site.s3.options.bucket}/backups/${randomBytes(4).toString('hex')}`;
  const emptyPlace = async () => openBackupPlace(await emptyAddress(), site.s3.options);
  const readBytes = async (path: string) => {
    const stream = await site.place.read(path);
    return Buffer.concat((await stream?.toArray()) ?? []);
  };
  const writeBytes = (path: string, bytes: Buffer) => site.place.write(path, Readable.from([bytes]));
  const pathsOf = (prefix: string) => Array.fromAsync(site.place.list(prefix));
  const url = () => site.harness.deps.env.databaseUrl;
  const backUp = () => makeBackup({ place: site.place, databaseUrl: url(), store: site.store });
  const uploadModel = async () => {
    const body = multipartForm({ type: '2' }, [
      'file',
      'part.glb',
      triangleGlb({ unused: 1_000 + randomBytes(2).readUInt16BE() }),
    ]);
    const { status, json } = await site.harness.call('POST', '/api/assets/upload', {
      token: site.owner.token,
      body,
    });
    expect(status).toBe(201);
    return String(json['@id']);
  };
  const createScene = async (name: string, nodes: object) => {
    const { json } = await site.harness.call('POST', '/api/compositions', {
      token: site.owner.token,
      body: { name },
    });
    const path = `/api/compositions/${json.uuid}/document`;
    const { document } = (await site.harness.call('GET', path, { token: site.owner.token })).json;
    await site.harness.call('PUT', path, {
      token: site.owner.token,
      body: { document: { ...(document as object), nodes } },
      headers: { 'if-match': '0' },
    });
    return path;
  };
  const newInstallation = async () => {
    const made = await emptyInstallation();
    ends.push(() => made[Symbol.asyncDispose]());
    return made;
  };
  const someObject = async () => {
    const { folder } = (await readBackupManifest(site.place)) ?? {};
    const [line = '{}'] = (await readBytes(`${folder}/objects.jsonl`)).toString().split('\n');
    return objectPath(JSON.parse(line).sha256);
  };
  return {
    ends,
    site,
    temporaryFolder,
    emptyPlace,
    readBytes,
    writeBytes,
    pathsOf,
    url,
    backUp,
    uploadModel,
    createScene,
    newInstallation,
    someObject,
  };
}
