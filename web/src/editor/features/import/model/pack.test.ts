import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ImportFile } from '../../../../files/import-set.ts';
import { packSet, TooLargeError } from './import-uploads.ts';

const given = (path: string, content: BlobPart): ImportFile => ({
  file: new File([content], path.split('/').at(-1) ?? path, { lastModified: 7 }),
  path,
});
const TEXT = 'v 0 0 0\n'.repeat(5_000);
const set = (...files: ImportFile[]) => ({ name: 'chair', files });
const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());

describe('packSet', () => {
  it('returns a single file unchanged', async () => {
    const only = given('chair.obj', TEXT);
    expect(await packSet(set(only))).toBe(only.file);
  });

  it('packs several files into a zip without changing them', async () => {
    const packed = await packSet(set(given('a/chair.obj', TEXT), given('a/oak.png', TEXT)));
    const bytes = await bytesOf(packed);
    // The picture is stored uncompressed, and the model is compressed to almost nothing.
    expect(bytes.length).toBeGreaterThan(TEXT.length);
    expect(bytes.length).toBeLessThan(TEXT.length * 1.1);
    const found = unzipSync(bytes);
    expect(Object.keys(found)).toEqual(['a/chair.obj', 'a/oak.png']);
    expect(Object.values(found).map((one) => strFromU8(one))).toEqual([TEXT, TEXT]);
    expect([packed.name, packed.lastModified]).toEqual(['chair.zip', 7]);
  });

  it('produces the same bytes in any order of files', async () => {
    const files = [given('chair.obj', TEXT), given('chair.mtl', 'newmtl a'), given('oak.png', 'x')];
    const [one, other] = [await packSet(set(...files)), await packSet(set(...files.toReversed()))];
    expect(await bytesOf(one)).toEqual(await bytesOf(other));
  });

  it('rejects files by their packed size', async () => {
    const files = [given('chair.obj', TEXT), given('chair.mtl', TEXT)];
    expect((await packSet(set(...files), TEXT.length)).size).toBeLessThan(TEXT.length);
    await expect(packSet(set(...files), 100)).rejects.toThrow(TooLargeError);
  });
});
