import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { hasDocker, IMAGE_SECRET, reportSkipped, startImage } from '@diorama/stack/test/images.ts';
import { startTestS3 } from '@diorama/stack/test/s3.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';
import {
  type ByteRange,
  InvalidKeyError,
  ObjectMissingError,
  type ObjectStore,
  UnsatisfiableRangeError,
} from './store.ts';

const MB = 1_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const contentType = 'model/gltf-binary';
/** Folders of moved files: beside the store, and on another disk, from which a rename is impossible. */
const FOLDERS = [tmpdir(), '/dev/shm'].filter(existsSync);

/** `lacks` lists features that the store's stub does not support; `s3-requests.int.test.ts` tests them. */
type Opened = { store: ObjectStore; lacks: readonly 'first-byte-range'[]; close(): Promise<void> };

const adapters: { name: string; isHere: boolean; open: () => Promise<Opened> }[] = [
  {
    name: 'disk',
    isHere: true,
    open: async () => {
      const root = mkdtempSync(join(tmpdir(), 'diorama-store-'));
      return {
        store: createDiskStore(root),
        lacks: [],
        close: async () => rmSync(root, { recursive: true, force: true }),
      };
    },
  },
  {
    name: 's3',
    isHere: true,
    open: async () => {
      const s3 = await startTestS3();
      return {
        store: createS3Store(s3.options),
        lacks: s3.isMock ? ['first-byte-range'] : [],
        close: s3.stop,
      };
    },
  },
  {
    name: 'the SeaweedFS of compose.yaml',
    isHere: hasDocker,
    open: async () => {
      const image = await startImage('store');
      const options = {
        endpoint: `http://${image.at('s3')}`,
        region: 'us-east-1',
        bucket: 'diorama-test',
        accessKey: 'diorama',
        secretKey: IMAGE_SECRET,
      };
      return { store: createS3Store(options), lacks: [], close: image.stop };
    },
  },
];
reportSkipped('the suite of object stores', ['store']);

describe.each(adapters.filter(({ isHere }) => isHere))('objects on $name', ({ open }) => {
  let opened: Opened;
  let store: ObjectStore;

  beforeAll(async () => {
    opened = await open();
    store = opened.store;
  });
  afterAll(async () => {
    await opened.close();
  });

  const read = async (key: string, range?: { start: number; end?: number }) => {
    const found = await store.get(key, range ? { range } : {});
    return { ...found, body: await buffer(found.stream) };
  };

  /** A file in a folder, with its known hash. */
  const writtenIn = async (folder: string, text: string) => {
    const dir = await mkdtemp(join(folder, 'diorama-taken-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const path = join(dir, 'file');
    await writeFile(path, text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { path, options: { contentType, size: text.length, sha256 } };
  };

  test.each(FOLDERS)('a file in %s is moved into the store', async (folder) => {
    const { path, options } = await writtenIn(folder, 'arrived whole');
    await store.take('taken/one', path, options);
    expect(await read('taken/one')).toMatchObject({
      body: Buffer.from('arrived whole'),
      contentType,
      size: options.size,
    });
  });

  test('a file with another size than declared is not moved', async () => {
    const { path, options } = await writtenIn(tmpdir(), 'cut off');
    await expect(store.take('taken/two', path, { ...options, size: 9 })).rejects.toThrow();
    expect(await store.exists('taken/two')).toBe(false);
    await expect(store.take('taken/two', `${path}-gone`, options)).rejects.toThrow();
    expect(await store.exists('taken/two')).toBe(false);
  });

  test('a copy has the same bytes and a separate media type', async () => {
    await store.put('copied/from', Buffer.from('the same bytes'), { contentType: 'text/plain' });
    await store.copy('copied/from', 'copied/to', { contentType });
    const copy = await store.get('copied/to');
    expect([(await buffer(copy.stream)).toString(), copy.contentType]).toEqual([
      'the same bytes',
      contentType,
    ]);
    expect((await store.head('copied/from'))?.contentType).toBe('text/plain');
    await expect(store.copy('copied/nothing', 'copied/to', { contentType })).rejects.toThrow(
      ObjectMissingError,
    );
    expect(await store.exists('copied/nothing')).toBe(false);
  });

  test('a stored object is returned with its size, type and hash', async () => {
    const body = randomBytes(100_000);
    const put = await store.put('a/b/model.glb', body, { contentType });
    expect(put).toMatchObject({ size: body.length, sha256: createHash('sha256').update(body).digest('hex') });
    const got = await read('a/b/model.glb');
    expect(got.body.equals(body)).toBe(true);
    expect(got).toMatchObject({ size: body.length, contentType, etag: put.etag });
    expect(got.range).toBeUndefined();
    expect(await store.head('a/b/model.glb')).toMatchObject({
      size: body.length,
      contentType,
      etag: put.etag,
    });
  });

  test('an empty object can be stored', async () => {
    await store.put('empty', Buffer.alloc(0), { contentType: 'text/plain' });
    expect((await read('empty')).body).toHaveLength(0);
  });

  test('storing a key again replaces the object and changes the ETag', async () => {
    const first = await store.put('again', Buffer.from('one'), { contentType: 'text/plain' });
    const second = await store.put('again', Buffer.from('two'), { contentType: 'text/css' });
    expect(second.etag).not.toBe(first.etag);
    const got = await read('again');
    expect([got.body.toString(), got.contentType]).toEqual(['two', 'text/css']);
  });

  /** The stub answers before the body is written to its file. */
  const putTenBytes = async () => {
    await store.put('range', Buffer.from('abcdefghij'), { contentType: 'text/plain' });
    await expect.poll(async () => (await store.head('range'))?.size).toBe(10);
  };
  const ranges: [ByteRange, string, { start: number; end: number }][] = [
    [{ start: 0, end: 0 }, 'a', { start: 0, end: 0 }],
    [{ start: 2, end: 4 }, 'cde', { start: 2, end: 4 }],
    [{ start: 7 }, 'hij', { start: 7, end: 9 }],
    [{ start: 8, end: 99 }, 'ij', { start: 8, end: 9 }],
  ];
  test.each(ranges)('the range %j returns %s', async (range, expected, sent) => {
    if (range.end === 0 && opened.lacks.includes('first-byte-range')) {
      return;
    }
    await putTenBytes();
    const got = await read('range', range);
    expect(got.body.toString()).toBe(expected);
    expect(got.range).toEqual(sent);
    expect(got.size).toBe(10);
  });

  test.each([{ start: 10 }, { start: 5, end: 4 }])(
    'the range %j of ten bytes is unsatisfiable',
    async (range) => {
      await putTenBytes();
      await expect(store.get('range', { range })).rejects.toThrow(UnsatisfiableRangeError);
    },
  );

  test('a missing object is reported as missing and can be deleted', async () => {
    await expect(store.get('no/such')).rejects.toThrow(ObjectMissingError);
    expect(await store.head('no/such')).toBeNull();
    expect(await store.exists('no/such')).toBe(false);
    await store.delete('no/such');
  });

  test('a deleted object is gone', async () => {
    await store.put('gone', Buffer.from('x'), { contentType: 'text/plain' });
    expect(await store.exists('gone')).toBe(true);
    await store.delete('gone');
    expect(await store.exists('gone')).toBe(false);
    await expect(store.get('gone')).rejects.toThrow(ObjectMissingError);
  });

  test('objects are listed by key prefix, also within a name', async () => {
    for (const key of ['list/one', 'list/two', 'list/deep/three', 'listed']) {
      await store.put(key, Buffer.from(key), { contentType: 'text/plain' });
    }
    const keys = async (prefix: string) => {
      const found = await Array.fromAsync(store.list(prefix));
      return found.map(({ key }) => key).toSorted();
    };
    expect(await keys('list/')).toEqual(['list/deep/three', 'list/one', 'list/two']);
    expect(await keys('list/t')).toEqual(['list/two']);
    expect(await keys('list')).toEqual(['list/deep/three', 'list/one', 'list/two', 'listed']);
    expect(await keys('none/')).toEqual([]);
    const [one] = await Array.fromAsync(store.list('list/one'));
    expect(one?.size).toBe('list/one'.length);
  });

  test.each([
    '',
    '/',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a/..',
    './a',
    'a//b',
    'a/',
    'a\\b',
    'a b',
    'a\u0000b',
    'ä',
    '.hidden',
    'a/.hidden',
    'x'.repeat(513),
    'a\nb',
    '%2e%2e/x',
  ])('the key %j is rejected', async (key) => {
    await expect(store.put(key, Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(
      InvalidKeyError,
    );
    await expect(store.get(key)).rejects.toThrow(InvalidKeyError);
    await expect(store.head(key)).rejects.toThrow(InvalidKeyError);
    await expect(store.delete(key)).rejects.toThrow(InvalidKeyError);
  });

  test('an interrupted body leaves no object and keeps an existing one', async () => {
    await store.put('whole', Buffer.from('whole'), { contentType: 'text/plain' });
    async function* breakOff() {
      yield Buffer.from('half');
      throw new Error('the connection was lost');
    }
    for (const key of ['whole', 'broken']) {
      const body = Readable.from(breakOff(), { objectMode: false });
      await expect(store.put(key, body, { contentType: 'text/plain' })).rejects.toThrow(
        'the connection was lost',
      );
    }
    expect((await read('whole')).body.toString()).toBe('whole');
    expect(await store.exists('broken')).toBe(false);
  });

  test('a body with another size than declared is rejected and leaves no object', async () => {
    for (const [bytes, size] of [
      [10, 11],
      [10, 9],
      [0, 1],
      [9 * MB, 9 * MB + 1],
    ] as const) {
      const body = Readable.from([Buffer.alloc(bytes)], { objectMode: false });
      await expect(store.put('lying', body, { contentType, size })).rejects.toThrow('announced');
    }
    expect(await store.exists('lying')).toBe(false);
    expect(await store.put('honest', Buffer.alloc(10), { contentType, size: 10 })).toMatchObject({
      size: 10,
    });
  });

  test('a large body of unknown size is streamed without buffering', { tags: ['full'] }, async () => {
    const chunk = randomBytes(1 * MB);
    const chunks = 160;
    const before = measure();
    // The source pauses, so that only held bytes remain in memory.
    const expectLittleHeld = () => expect.poll(() => measure() - before).toBeLessThan(48 * MB);
    async function* many() {
      for (let sent = 0; sent < chunks; sent++) {
        if (sent % 8 === 0) {
          await expectLittleHeld();
        }
        yield chunk;
      }
    }
    const put = await store.put('large', Readable.from(many(), { objectMode: false }), { contentType });
    expect(put.size).toBe(chunks * MB);
    const { stream } = await store.get('large');
    let received = 0;
    for await (const part of stream) {
      received += part.length;
      if (received % (8 * MB) < part.length) {
        await expectLittleHeld();
      }
    }
    expect(received).toBe(chunks * MB);
    await store.delete('large');
  });

  test('concurrent writes of one key leave one whole body', async () => {
    const bodies = Array.from({ length: 8 }, (_, at) => Buffer.alloc(50_000, at));
    await Promise.all(bodies.map((body) => store.put('race', body, { contentType })));
    const { body } = await read('race');
    expect(bodies.some((candidate) => candidate.equals(body))).toBe(true);
  });

  test('the store is healthy', async () => {
    await store.health();
  });
});

test('the disk store leaves no temporary file after a success or a failure', async () => {
  const root = mkdtempSync(join(tmpdir(), 'diorama-store-'));
  const store = createDiskStore(root);
  await store.put('x', Buffer.from('x'), { contentType });
  const broken = new Readable({ read: () => broken.destroy(new Error('lost')) });
  await expect(store.put('y', broken, { contentType })).rejects.toThrow('lost');
  expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  rmSync(root, { recursive: true, force: true });
});

test('a running disk store removes old temporary files of killed processes', async () => {
  const root = mkdtempSync(join(tmpdir(), 'diorama-store-'));
  const store = createDiskStore(root);
  await store.put('x', Buffer.from('x'), { contentType });
  writeFileSync(join(root, 'tmp', 'left'), 'half of something');
  await store.put('x', Buffer.from('x'), { contentType });
  expect(readdirSync(join(root, 'tmp'))).toEqual(['left']);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await store.put('x', Buffer.from('x'), { contentType });
  expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  rmSync(root, { recursive: true, force: true });
});

/** Bytes of live buffers. */
function measure(): number {
  collectGarbage();
  return process.memoryUsage().external;
}
