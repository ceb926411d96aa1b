import { unmarkedZip } from '@diorama/stack/test/unmarked-zip.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { zipName, zipNamesByLatin } from './zip-directory.ts';

const NAMES = [
  'größe/stuhl.obj',
  'wood.png',
  '椅子/木.png',
  'größe.obj'.normalize('NFD'),
  'Ünïcode 100%.tga',
];
const bytes = strToU8('x');
/** Names that a Latin-1 reader finds. */
const found = (archive: Uint8Array) => {
  const names = zipNamesByLatin(archive);
  return Object.keys(unzipSync(archive)).map((name) => names.get(name));
};

describe('file names in a ZIP archive', () => {
  it('are decoded as UTF-8 with and without the UTF-8 flag', () => {
    const marked = zipSync(Object.fromEntries(NAMES.map((name) => [name, bytes])));
    expect(found(marked)).toEqual(NAMES);
    expect(found(unmarkedZip(NAMES.map((name) => ({ name: strToU8(name), bytes }))))).toEqual(NAMES);
  });

  it('are decoded as code page 437 when they are not valid UTF-8', () => {
    const name = Uint8Array.of(0x67, 0x72, 0x94, 0xe1, 0x65, 0x2f, 0x80, 0xff);
    expect(found(unmarkedZip([{ name, bytes }]))).toEqual(['größe/Ç\u00a0']);
    expect(
      zipName(
        Uint8Array.from({ length: 256 }, (_, i) => i),
        0,
      ),
    ).toHaveLength(256);
  });

  it('are read when the archive ends with a comment', () => {
    const archive = unmarkedZip([{ name: strToU8('größe.obj'), bytes }]);
    const noted = new Uint8Array([...archive, ...strToU8('Thank you')]);
    noted[archive.length - 2] = 9;
    expect([...zipNamesByLatin(noted).values()]).toEqual(['größe.obj']);
  });

  it.each([
    ['nothing', ''],
    ['no end record', 'PK\x03\x04 and no end'],
    ['a truncated directory', 'PK\x05\x06'.padEnd(22, '\xff')],
  ])('are absent in an archive with %s', (_, text) => {
    expect(zipNamesByLatin(strToU8(text, true)).size).toBe(0);
  });
});
