import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { describe, expect, it } from 'vitest';
import { FileSet } from './file-set.ts';

const setOf = (...paths: string[]) =>
  new FileSet(
    paths.map((name) => ({ name, url: `https://stage.invalid/${name}` })),
    'chair/chair.obj',
  );

describe('the files of a model', () => {
  it('are found by the folders in their names', () => {
    const files = setOf('chair/wood/Color.png', 'chair/metal/Color.png');
    const found = ['wood/Color.png', 'C:\\chair\\Metal\\color.png'].map((name) =>
      files.manager.resolveURL(name),
    );
    expect(found).toEqual([
      'https://stage.invalid/chair/wood/Color.png',
      'https://stage.invalid/chair/metal/Color.png',
    ]);
    expect([files.warnings, files.missing]).toEqual([[], []]);
  });

  it('are reported once when ambiguous or replaced', () => {
    const files = setOf('chair/1k/Color.png', 'chair/4k/Color.png', 'chair/Rust.png');
    for (const name of ['Color.png', 'Color.png', 'Rust.psd']) {
      files.manager.resolveURL(name);
    }
    expect(inEnglish(files.warnings)).toEqual([
      'Several files are named Color.png. chair/1k/Color.png was used.',
      'Rust.psd was not found. chair/Rust.png was used instead.',
    ]);
  });

  it('do not match a picture for another requested type', () => {
    const files = setOf('chair/chair.png');
    expect([files.has('chair.mtl'), files.find('chair.mtl')]).toEqual([false, undefined]);
    expect(files.missing).toEqual(['chair.mtl']);
  });

  it('are reported missing by their readable names', () => {
    const files = setOf();
    files.manager.resolveURL('maps/my%20wood.png');
    files.manager.resolveURL('my wood.png');
    expect(files.missing).toEqual(['my wood.png']);
  });
});
