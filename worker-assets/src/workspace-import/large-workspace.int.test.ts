import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createStore, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { zipStream } from '@diorama/shared/server/objects/zip-stream.ts';
import { listArchiveAssets } from '@diorama/shared/server/workspaces/workspace-archive.queries.ts';
import { workspaceArchive } from '@diorama/worker-notify/archive/workspace-archive.ts';
import { describe, expect, it } from 'vitest';
import { ArchiveReader } from './archive-reader.ts';
import { useTransfers } from './test/transfer-fixture.ts';

const transfers = useTransfers();

describe('a large workspace', () => {
  const CHUNK = Buffer.alloc(65_536, 7);
  const CHUNKS = 4_000;
  const SUM = (() => {
    const hash = createHash('sha256');
    for (let at = 0; at < CHUNKS; at += 1) {
      hash.update(CHUNK);
    }
    return hash.digest('hex');
  })();

  it('is exported and checked without being held in memory', { tags: ['full'] }, async () => {
    const { db, store } = transfers;
    const owner = await transfers.makeOwner('large');
    await transfers.addFile(owner, { body: Buffer.from('small'), name: 'large.glb', type: 2 });
    await db('objects')
      .where({ account_id: owner.accountId })
      .update({ size: CHUNK.length * CHUNKS, sha256: Buffer.from(SUM, 'hex') });
    const [asset] = await listArchiveAssets(db, owner.accountId);
    const held = { bytes: 0, most: 0 };
    async function* generated() {
      for (let at = 0; at < CHUNKS; at += 1) {
        held.bytes += CHUNK.length;
        held.most = Math.max(held.most, held.bytes);
        yield CHUNK;
      }
    }
    const stub: ObjectStore = {
      ...store,
      get: async () => ({ stream: Readable.from(generated()) }) as never,
    };
    const entries = workspaceArchive({ db, store: stub, onProgress: async () => undefined }, owner.accountId);
    const counted = async function* () {
      for await (const chunk of zipStream(entries) as AsyncIterable<Buffer>) {
        held.bytes = Math.max(0, held.bytes - chunk.length);
        yield chunk;
      }
    };
    const disk = createStore({ s3: null, dataDir: join(tmpdir(), `diorama-large-${process.pid}`) });
    const { size } = await disk.put('imports/large.zip', Readable.from(counted()), {
      contentType: 'application/zip',
    });
    expect(size).toBeGreaterThan(CHUNK.length * CHUNKS);
    expect(held.most).toBeLessThan(2_000_000);
    const archive = await ArchiveReader.open(disk, { key: 'imports/large.zip', size });
    const before = process.memoryUsage().arrayBuffers;
    const measured = await archive.measure(`files/${asset?.file}`);
    expect(measured).toMatchObject({ sha256: SUM, size: CHUNK.length * CHUNKS });
    // Chunks that were read may not be collected yet.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan((CHUNK.length * CHUNKS) / 2);
    archive.close();
    await disk.delete('imports/large.zip');
  });
});
