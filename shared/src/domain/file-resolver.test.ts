import { describe, expect, it } from 'vitest';
import { inEnglish, translateImportMessage } from '../i18n/import-messages.ts';
import { ambiguityWarning, FileResolver } from './file-resolver.ts';

const filesAt = (...paths: string[]) => new FileResolver(paths.map((name) => ({ name })));
const TWINS = ['chair/wood/BaseColor.png', 'chair/metal/BaseColor.png'];

describe('A name in a file', () => {
  it.each([
    ['a path', 'metal/BaseColor.png'],
    ['a path of Windows', String.raw`.\metal\BaseColor.png`],
    ['a path of another machine', String.raw`C:\Users\me\chair\metal\BaseColor.png`],
    ['an address', 'file:///home/me/metal/BaseColor.png'],
    ['a path in another case', 'Metal/basecolor.PNG'],
    ['a path with escapes', '%6Detal/BaseColor%2Epng'],
    ['a path that goes up and down', '../chair/metal/BaseColor.png'],
    ['an absolute path', '/chair/metal/BaseColor.png'],
  ])('that is %s means the file whose folders it says, in whatever order the files came', (_, name) => {
    for (const paths of [TWINS, TWINS.toReversed()]) {
      expect(filesAt(...paths).find(name, 'chair/chair.obj')).toEqual({ file: { name: TWINS[1] } });
    }
  });

  it('with marks as letters of their own means the file whose folders have them whole', () => {
    const files = filesAt('rückseite/a.png', 'größe/a.png');
    expect(files.find('größe/a.png'.normalize('NFD'), 'a.obj')?.file.name).toBe('größe/a.png');
  });

  it.each([
    ['beside it', 'a/chair.obj', ['b/wood.png', 'a/wood.png', 'wood.png'], 'a/wood.png'],
    ['nearest below', 'a/chair.obj', ['b/maps/wood.png', 'a/maps/wood.png'], 'a/maps/wood.png'],
    ['nearest above', 'm/FBX/chair.fbx', ['n/tex/wood.png', 'm/tex/wood.png'], 'm/tex/wood.png'],
    ['of its letters', 'chair.obj', ['a/WOOD.png', 'b/wood.png'], 'b/wood.png'],
    ['wherever it lies', 'a/b/chair.obj', ['c/d/Wood.PNG'], 'c/d/Wood.PNG'],
  ])('without folders means the file %s', (_, namedBy, paths, meant) => {
    expect(filesAt(...paths).find('wood.png', namedBy)).toEqual({ file: { name: meant } });
  });

  it('that several files fit alike means the first by its path, which is said', () => {
    for (const paths of [TWINS, TWINS.toReversed()]) {
      const found = filesAt(...paths).find('BaseColor.png', 'chair/chair.obj');
      expect(found?.file.name).toBe('chair/metal/BaseColor.png');
      expect(found && inEnglish(ambiguityWarning('BaseColor.png', found))).toEqual([
        'Several files are named BaseColor.png. chair/metal/BaseColor.png was used.',
      ]);
    }
  });

  it.each(['', '.', '..', '/', 'wood', 'wood.jpg', '%', 'other/chair.png'])(
    '%o that no file has means none',
    (name) => {
      expect(filesAt('wood.png').find(name, 'chair.obj')).toBeUndefined();
    },
  );
});

describe('The name of a picture', () => {
  it.each(['wood.tga', 'wood.psd', 'wood.TIF', 'wood.dds', 'C:\\maps\\wood.exr', 'wood.jpg', 'wood'])(
    '%s means the same picture of another ending where there is none of its own, which is said',
    (name) => {
      const found = filesAt('maps/Wood.png', 'wood.mtl', 'wood.bin').findPicture(name, 'chair.obj');
      expect(found?.file.name).toBe('maps/Wood.png');
      expect(found && inEnglish(ambiguityWarning(name, found))).toEqual([
        `${name.replace('C:\\maps\\', '')} was not found. maps/Wood.png was used instead.`,
      ]);
    },
  );

  it('means the file of its own ending where there is one', () => {
    const found = filesAt('wood.png', 'far/away/wood.tga').findPicture('wood.tga', 'chair.obj');
    expect(found).toEqual({ file: { name: 'far/away/wood.tga' } });
  });

  it('of another ending lies in the folders that it says', () => {
    const files = filesAt('wood/Color.png', 'metal/Color.png', 'metal/Color.bin');
    expect(files.findPicture('metal\\Color.psd', 'a.obj')?.file.name).toBe('metal/Color.png');
  });

  it.each(['wood.001', 'woods.png', 'wood.psd.bin'])('%s is not that of wood.png', (name) => {
    expect(filesAt('wood.png').findPicture(name, 'chair.obj')).toBeUndefined();
  });
});

it('What is said of a doubt is said in Spanish too', () => {
  const file = { name: 'a/wood.png' };
  for (const doubt of ['one-of-several', 'other-ending'] as const) {
    for (const message of ambiguityWarning('wood.tga', { file, doubt })) {
      const translated = translateImportMessage(message, 'es');
      expect(translated).not.toBe(translateImportMessage(message, 'en'));
      expect(translated).toContain('a/wood.png');
    }
  }
});
