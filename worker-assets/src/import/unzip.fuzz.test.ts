import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '@diorama/shared/domain/archive-limits.ts';
import { unmarkedZip } from '@diorama/stack/test/unmarked-zip.ts';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ImportError } from './import-error.ts';
import { checkZip, type UploadedFile, unzip } from './unzip.ts';

const RUNS = { numRuns: 300 };
const LIMITS: ArchiveLimits = { files: 5, bytes: 20_000, ratio: 200 };
/** Offset of the uncompressed size in a local header, and in a central directory entry. */
const LOCAL_SIZE_AT = 22;
const LISTED_SIZE_AT = 24;

/** The unpacked files or the reason for the refusal; any other error is a bug. */
type Outcome = { read: UploadedFile[] | ImportError; heldBytes: number };

/** Unpacks an archive into a new folder, and checks all files there and in its parent afterwards. */
async function unpack(archive: Uint8Array, limits = LIMITS): Promise<Outcome> {
  const around = await mkdtemp(join(tmpdir(), 'diorama-unzip-'));
  try {
    const upload = join(around, 'upload.zip');
    const dir = join(around, 'parent/dir');
    await mkdir(dir, { recursive: true });
    await writeFile(upload, archive);
    const checked = await orReason(checkZip(upload, limits));
    const read = await orReason(unzip(upload, dir, limits));
    expect(checked instanceof ImportError || Array.isArray(read)).toBe(true);
    const found = await readdir(around, { recursive: true });
    const kept = found.filter((path) => /^parent\/dir\/\d+$/.test(path));
    expect(found.toSorted()).toEqual(['parent', 'parent/dir', 'upload.zip', ...kept].toSorted());
    const sizes = await Promise.all(kept.map(async (path) => (await stat(join(around, path))).size));
    return { read, heldBytes: sizes.reduce((sum, size) => sum + size, 0) };
  } finally {
    await rm(around, { recursive: true, force: true });
  }
}

async function orReason<Result>(reading: Promise<Result>): Promise<Result | ImportError> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ImportError) {
      return error;
    }
    throw error;
  }
}

function expectWithin({ read, heldBytes }: Outcome): void {
  expect(heldBytes).toBeLessThanOrEqual(LIMITS.bytes);
  for (const { name } of read instanceof ImportError ? [] : read) {
    expect(name).not.toMatch(/^\/|(^|\/)\.\.(\/|$)|\\|\0/);
  }
}

/** An archive whose only errors are the sizes in its headers. */
function lyingZip({ local, listed }: { local: number; listed?: number }): Uint8Array {
  const archive = Buffer.from(zipSync({ 'model.obj': new Uint8Array(100_000_000) }, { level: 9 }));
  archive.writeUInt32LE(local, LOCAL_SIZE_AT);
  if (listed !== undefined) {
    archive.writeUInt32LE(listed, archive.lastIndexOf('PK\x01\x02', undefined, 'latin1') + LISTED_SIZE_AT);
  }
  return archive;
}

describe('an archive', () => {
  it.each([
    ['in the local header', { local: 10 }, /too large when unpacked/],
    ['in all headers', { local: 10, listed: 10 }, /damaged/],
  ])('is rejected if it declares ten bytes for a hundred million %s', async (_, sizes, reason) => {
    const archive = lyingZip(sizes);
    const { read, heldBytes } = await unpack(archive, ARCHIVE_LIMITS);
    expect(read).toMatchObject({ name: 'ImportError', message: expect.stringMatching(reason) });
    expect(heldBytes).toBeLessThanOrEqual(archive.length * ARCHIVE_LIMITS.ratio);
  });

  it('stays within its limits and its folder after random byte changes', async () => {
    const sound = zipSync({
      'model.obj': strToU8('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'),
      'textures/wood.png': [new Uint8Array(200).map((_, i) => i * 7), { level: 0 }],
      'zeros.bin': new Uint8Array(19_000),
    });
    expect(await unpack(sound)).toMatchObject({ read: { length: 3 } });
    const change = fc.record({ at: fc.nat({ max: sound.length - 1 }), to: fc.nat({ max: 255 }) });
    const changes = fc.array(change, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, fc.option(fc.nat({ max: sound.length }), { freq: 9 }), async (all, cut) => {
        const bytes = sound.slice();
        for (const { at, to } of all) {
          bytes[at] = to;
        }
        expectWithin(await unpack(bytes.slice(0, cut === null ? bytes.length : cut)));
      }),
      RUNS,
    );
  });

  it('stays within its limits and its folder with random bytes after a valid start', async () => {
    const bytes = fc.uint8Array({ maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('PK\x03\x04', 'PK\x05\x06', ''), bytes, async (start, rest) => {
        expectWithin(await unpack(Buffer.concat([Buffer.from(start, 'latin1'), rest])));
      }),
      RUNS,
    );
  });

  it('has the right names if it does not declare their encoding', async () => {
    const dos = Uint8Array.of(0x67, 0x72, 0x94, 0xe1, 0x65, 0x2e, 0x6f, 0x62, 0x6a);
    const names = [strToU8('größe/木.png'), strToU8('Größe.png'.normalize('NFD')), dos];
    const { read } = await unpack(unmarkedZip(names.map((name) => ({ name, bytes: strToU8('x') }))));
    expect(read).toMatchObject(
      ['größe/木.png', 'Größe.png'.normalize('NFD'), 'größe.obj'].map((name) => ({ name })),
    );
  });

  it('stays within its folder for names of any bytes', { tags: ['full'] }, async () => {
    const piece = fc.constantFrom('..', '/', '\\', 'C:', '\0', 'ä', '\xff', '\xc0\xae', '\xc0\xaf', 'ab');
    const name = fc
      .array(piece, { minLength: 2, maxLength: 6 })
      .map((pieces) => strToU8(pieces.join(''), true));
    await fc.assert(
      fc.asyncProperty(name, async (one) => {
        expectWithin(await unpack(unmarkedZip([{ name: one, bytes: strToU8('v 0 0 0') }])));
      }),
      RUNS,
    );
  });

  it('stays within its folder for any names', { tags: ['full'] }, async () => {
    const piece = fc.constantFrom('..', '.', '/', '\\', 'C:', '\0', 'etc', 'ä', ' ');
    const name = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    const names = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(names, async (all) => {
        expectWithin(await unpack(zipSync(Object.fromEntries(all.map((one) => [one, strToU8('v 0 0 0')])))));
      }),
      RUNS,
    );
  });
});
