import { describe, expect, it } from 'vitest';
import { inEnglish, translateImportMessage } from '../i18n/import-messages.ts';
import { ambiguityWarning, FileResolver } from './file-resolver.ts';

const filesAt = (...paths: string[]) => new FileResolver(paths.map((name) => ({ name })));
const TWINS = ['chair/wood/BaseColor.png', 'chair/metal/BaseColor.png'];

describe('a reference in a file', () => {
  it.each([
    ['a relative path', 'metal/BaseColor.png'],
    ['a relative Windows path', String.raw`.\metal\BaseColor.png`],
    ['an absolute Windows path', String.raw`C:\Users\me\chair\metal\BaseColor.png`],
    ['a file URL', 'file:///home/me/metal/BaseColor.png'],
    ['a path in a different case', 'Metal/basecolor.PNG'],
    ['a percent-encoded path', '%6Detal/BaseColor%2Epng'],
    ['a path through the parent folder', '../chair/metal/BaseColor.png'],
    ['an absolute path', '/chair/metal/BaseColor.png'],
  ])('that is %s finds the file in the named folders, in any order of the files', (_, name) => {
    for (const paths of [TWINS, TWINS.toReversed()]) {
      expect(filesAt(...paths).find(name, 'chair/chair.obj')).toEqual({ file: { name: TWINS[1] } });
    }
  });

  it('in decomposed Unicode finds the file with composed folder names', () => {
    const files = filesAt('rückseite/a.png', 'größe/a.png');
    expect(files.find('größe/a.png'.normalize('NFD'), 'a.obj')?.file.name).toBe('größe/a.png');
  });

  it.each([
    ['next to the referencing file', 'a/chair.obj', ['b/wood.png', 'a/wood.png', 'wood.png'], 'a/wood.png'],
    ['in the nearest subfolder', 'a/chair.obj', ['b/maps/wood.png', 'a/maps/wood.png'], 'a/maps/wood.png'],
    [
      'below the nearest parent folder',
      'm/FBX/chair.fbx',
      ['n/tex/wood.png', 'm/tex/wood.png'],
      'm/tex/wood.png',
    ],
    ['with the exact case', 'chair.obj', ['a/WOOD.png', 'b/wood.png'], 'b/wood.png'],
    ['in any other folder', 'a/b/chair.obj', ['c/d/Wood.PNG'], 'c/d/Wood.PNG'],
  ])('without folders finds the file %s', (_, namedBy, paths, meant) => {
    expect(filesAt(...paths).find('wood.png', namedBy)).toEqual({ file: { name: meant } });
  });

  it('that matches several files equally finds the first by path, with a warning', () => {
    for (const paths of [TWINS, TWINS.toReversed()]) {
      const found = filesAt(...paths).find('BaseColor.png', 'chair/chair.obj');
      expect(found?.file.name).toBe('chair/metal/BaseColor.png');
      expect(found && inEnglish(ambiguityWarning('BaseColor.png', found))).toEqual([
        'Several files are named BaseColor.png. chair/metal/BaseColor.png was used.',
      ]);
    }
  });

  it.each(['', '.', '..', '/', 'wood', 'wood.jpg', '%', 'other/chair.png'])(
    '%o without a matching file finds none',
    (name) => {
      expect(filesAt('wood.png').find(name, 'chair.obj')).toBeUndefined();
    },
  );
});

describe('a reference to a picture', () => {
  it.each(['wood.tga', 'wood.psd', 'wood.TIF', 'wood.dds', 'C:\\maps\\wood.exr', 'wood.jpg', 'wood'])(
    '%s finds the same picture with another extension when its own is missing, with a warning',
    (name) => {
      const found = filesAt('maps/Wood.png', 'wood.mtl', 'wood.bin').findPicture(name, 'chair.obj');
      expect(found?.file.name).toBe('maps/Wood.png');
      expect(found && inEnglish(ambiguityWarning(name, found))).toEqual([
        `${name.replace('C:\\maps\\', '')} was not found. maps/Wood.png was used instead.`,
      ]);
    },
  );

  it('prefers the file with its own extension', () => {
    const found = filesAt('wood.png', 'far/away/wood.tga').findPicture('wood.tga', 'chair.obj');
    expect(found).toEqual({ file: { name: 'far/away/wood.tga' } });
  });

  it('with another extension finds the picture in the named folders', () => {
    const files = filesAt('wood/Color.png', 'metal/Color.png', 'metal/Color.bin');
    expect(files.findPicture('metal\\Color.psd', 'a.obj')?.file.name).toBe('metal/Color.png');
  });

  it.each(['wood.001', 'woods.png', 'wood.psd.bin'])('%s does not find wood.png', (name) => {
    expect(filesAt('wood.png').findPicture(name, 'chair.obj')).toBeUndefined();
  });
});

it('ambiguity warnings are translated into Spanish', () => {
  const file = { name: 'a/wood.png' };
  for (const doubt of ['one-of-several', 'other-ending'] as const) {
    for (const message of ambiguityWarning('wood.tga', { file, doubt })) {
      const translated = translateImportMessage(message, 'es');
      expect(translated).not.toBe(translateImportMessage(message, 'en'));
      expect(translated).toContain('a/wood.png');
    }
  }
});
