import { Readable } from 'node:stream';
import { createDiskStore } from '@diorama/shared/server/objects/disk.ts';
import { openBackupPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';

/** Makes a backup in a separate process, which stops in the middle of its second object for a test to kill it. */
const [databaseUrl = '', objects = '', address = '', s3 = 'null'] = process.argv.slice(2);
const store = createDiskStore(objects);
let reads = 0;

async function* halfOf(stream: Readable) {
  for await (const chunk of stream) {
    yield chunk.subarray(0, Math.ceil(chunk.length / 2));
    process.stdout.write('half');
    // Keeps the process alive.
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  }
}

await makeBackup({
  place: openBackupPlace(address, JSON.parse(s3)),
  databaseUrl,
  store: {
    ...store,
    get: async (key, options) => {
      const object = await store.get(key, options);
      reads += 1;
      return reads === 2 ? { ...object, stream: Readable.from(halfOf(object.stream)) } : object;
    },
  },
});
