import { unmarkedZip } from '@diorama/stack/test/unmarked-zip.ts';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openPictureZips } from './open-picture-zips.ts';

const zip = (...names: string[]) =>
  new File([zipSync(Object.fromEntries(names.map((name) => [name, strToU8(name)]))).slice()], 'all.zip');
/** Archive whose directory declares an unknown compression method. */
const oddZip = () => {
  const bytes = zipSync({ 'wood.png': strToU8('wood') });
  const list = new DataView(bytes.buffer, bytes.byteOffset);
  list.setUint16(list.getUint32(bytes.length - 6, true) + 10, 99, true);
  return new File([bytes.slice()], 'all.zip');
};
const opened = async (file: File) =>
  (await openPictureZips([{ file, path: file.name }])).map(({ path, file: { name } }) => [path, name]);

describe('a dropped archive', () => {
  it('with only pictures is replaced by them, without system files and licenses', async () => {
    const file = zip('set/wood.PNG', 'set/photo.heic', 'license.txt', '__MACOSX/set/._wood.png', '.DS_Store');
    expect(await opened(file)).toEqual([
      ['set/wood.PNG', 'wood.PNG'],
      ['set/photo.heic', 'photo.heic'],
    ]);
    const [first] = await openPictureZips([{ file, path: file.name }]);
    expect(await first?.file.text()).toBe('set/wood.PNG');
  });

  it('keeps UTF-8 file names that lack the UTF-8 flag', async () => {
    const files = ['größe/木.png', 'wood.png'].map((name) => ({ name: strToU8(name), bytes: strToU8(name) }));
    expect(await opened(new File([unmarkedZip(files)], 'all.zip'))).toEqual([
      ['größe/木.png', '木.png'],
      ['wood.png', 'wood.png'],
    ]);
  });

  it.each([
    ['a model and its pictures', zip('chair.OBJ', 'wood.png')],
    ['another archive', zip('more.zip', 'wood.png')],
    ['no models or pictures', zip('license.txt')],
    ['pictures that cannot be unpacked', oddZip()],
    ['unreadable content', new File(['PK\x03\x04 and no end'], 'all.zip')],
  ])('with %s stays whole', async (_, file) => {
    expect(await opened(file)).toEqual([['all.zip', 'all.zip']]);
  });

  it('is expanded among other files, which stay', async () => {
    const files = [new File(['x'], 'a.glb'), zip('wood.png')].map((file) => ({ file, path: file.name }));
    expect((await openPictureZips(files)).map(({ path }) => path)).toEqual(['a.glb', 'wood.png']);
  });
});
