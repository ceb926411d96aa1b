import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { randomToken } from '../runtime/ids.ts';
import { checkKey, checkSize, ObjectMissingError, resolveRange } from './errors.ts';
import type { ObjectInfo, ObjectStore } from './store.ts';
import { removeTemporaryFiles } from './temporary-files.ts';

/** Metadata that the file system does not store; it is kept beside the data, in a separate tree. */
const Meta = z.object({ contentType: z.string(), sha256: z.string() });

/** Longer than any pause of a body; older temporary files belong to a killed process. */
const STILL_MS = 60 * 60_000;
/** Readable only by the user and group that run Diorama. */
const FILE_MODE = 0o640;

/**
 * Objects as files below `root`. A body is written to a temporary file, flushed to the disk and only then
 * renamed, so that a crash at any moment leaves the old object or the new one.
 */
export function createDiskStore(root: string): ObjectStore {
  const paths = pathsBelow(root);
  const ensureFolder = keepFolder(paths.temporaries);

  const put: ObjectStore['put'] = async (key, body, { contentType, size: announced }) => {
    checkKey(key);
    await ensureFolder();
    const temporary = paths.fresh();
    try {
      const { size, sha256 } = await writeDurably(temporary, body);
      checkSize(size, announced);
      await nameDurably(paths, key, { path: temporary, contentType, sha256 });
      return { size, sha256, etag: sha256 };
    } finally {
      await rm(temporary, { force: true });
    }
  };

  const take: ObjectStore['take'] = async (key, path, { contentType, size, sha256 }) => {
    checkKey(key);
    await ensureFolder();
    const temporary = paths.fresh();
    try {
      await rename(path, temporary);
    } catch (err) {
      if (!isOnOtherDisk(err)) {
        throw err;
      }
      await put(key, createReadStream(path), { contentType, size });
      return;
    }
    try {
      checkSize((await stat(temporary)).size, size);
      await chmod(temporary, FILE_MODE);
      await flush(temporary);
      await nameDurably(paths, key, { path: temporary, contentType, sha256 });
    } finally {
      await rm(temporary, { force: true });
    }
  };

  const get: ObjectStore['get'] = async (key, { range } = {}) => {
    const info = await readHead(paths, key);
    if (!info) {
      throw new ObjectMissingError(key);
    }
    if (!range) {
      return { ...info, stream: createReadStream(paths.data(key)) };
    }
    const sent = resolveRange(range, info.size);
    return { ...info, range: sent, stream: createReadStream(paths.data(key), sent) };
  };

  return {
    put,
    take,
    get,
    copy: async (from, to, { contentType }) => {
      const { stream, size } = await get(from);
      await put(to, stream, { contentType, size });
    },
    head: (key) => readHead(paths, key),
    exists: async (key) => (await readHead(paths, key)) !== null,
    delete: async (key) => {
      checkKey(key);
      await rm(paths.data(key), { force: true });
      await rm(paths.meta(key), { force: true });
    },
    list: (prefix) => listFiles(join(root, 'data'), prefix),
    health: async () => {
      await ensureFolder();
      const probe = paths.fresh();
      await writeFile(probe, 'ok');
      await rm(probe);
    },
  };
}

type Paths = ReturnType<typeof pathsBelow>;

function pathsBelow(root: string) {
  const temporaries = join(root, 'tmp');
  return {
    data: (key: string) => join(root, 'data', key),
    meta: (key: string) => join(root, 'meta', `${key}.json`),
    temporaries,
    fresh: () => join(temporaries, randomToken()),
  };
}

/** Creates the folder of temporary files before its use, and removes old files every hour. */
function keepFolder(temporaries: string): () => Promise<void> {
  let ready: Promise<void> | null = null;
  // A process that runs for months also cleans up after others.
  let sweptAt = 0;
  return () => {
    if (ready !== null && Date.now() - sweptAt < STILL_MS) {
      return ready;
    }
    sweptAt = Date.now();
    ready = mkdir(temporaries, { recursive: true })
      .then(() => removeTemporaryFiles(temporaries, { stillMs: STILL_MS }))
      .catch((err) => {
        ready = null;
        throw err;
      });
    return ready;
  };
}

async function readHead(paths: Paths, key: string): Promise<ObjectInfo | null> {
  checkKey(key);
  try {
    const [info, meta] = await Promise.all([stat(paths.data(key)), readFile(paths.meta(key), 'utf8')]);
    if (!info.isFile()) {
      return null;
    }
    const { contentType, sha256 } = Meta.parse(JSON.parse(meta));
    return { size: info.size, etag: sha256, contentType, modifiedAt: info.mtime };
  } catch (err) {
    if (isMissing(err)) {
      return null;
    }
    throw err;
  }
}

/** Renames a flushed file to its final name. */
async function nameDurably(
  paths: Paths,
  key: string,
  { path, ...meta }: z.infer<typeof Meta> & { path: string },
): Promise<void> {
  const temporaryMeta = paths.fresh();
  try {
    await mkdir(dirname(paths.meta(key)), { recursive: true });
    await mkdir(dirname(paths.data(key)), { recursive: true });
    await writeFile(temporaryMeta, JSON.stringify(meta), { flush: true });
    await rename(temporaryMeta, paths.meta(key));
    await rename(path, paths.data(key));
    await flush(dirname(paths.data(key)));
  } finally {
    await rm(temporaryMeta, { force: true });
  }
}

async function writeDurably(path: string, body: Readable | Buffer) {
  const digest = createDigest();
  const source = Buffer.isBuffer(body) ? Readable.from([body], { objectMode: false }) : body;
  await pipeline(source, digest.stream, createWriteStream(path, { mode: FILE_MODE, flush: true }));
  return digest.result();
}

/**
 * Flushes a file or folder: content is durable only after a flush, and a new name only after a flush of
 * its folder.
 */
async function flush(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function* listFiles(data: string, prefix: string) {
  // The deepest complete folder of the prefix: nothing outside it can match.
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  for await (const key of walk(data, start)) {
    if (!key.startsWith(prefix)) {
      continue;
    }
    const info = await stat(join(data, key)).catch(() => null);
    if (info) {
      yield { key, size: info.size, modifiedAt: info.mtime };
    }
  }
}

async function* walk(data: string, folder: string): AsyncGenerator<string> {
  if (folder.split('/').includes('..')) {
    return;
  }
  const entries = await readdir(join(data, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory()) {
      yield* walk(data, `${folder}${entry.name}/`);
    } else {
      yield `${folder}${entry.name}`;
    }
  }
}

function isOnOtherDisk(err: unknown): boolean {
  return err instanceof Error && 'code' in err && err.code === 'EXDEV';
}

function isMissing(err: unknown): boolean {
  const code = err instanceof Error && 'code' in err ? err.code : null;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}

/** Passes bytes through while counting and hashing them; read `result()` after the end. */
function createDigest(): { stream: Transform; result(): { size: number; sha256: string } } {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) };
}
