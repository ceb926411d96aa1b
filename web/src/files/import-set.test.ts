import { ARCHIVE_LIMITS } from '@diorama/shared/domain/archive-limits.ts';
import { MAX_UPLOAD_BYTES } from '@diorama/shared/plans.ts';
import { describe, expect, it } from 'vitest';
import { folderOf, type ImportFile, planImport } from './import-set.ts';

const file = (path: string, size = 10): ImportFile => {
  const made = new File([], path.split('/').at(-1) ?? path);
  Object.defineProperty(made, 'size', { value: size });
  return { file: made, path };
};
const plan = (...files: ImportFile[]) => {
  const { sets, problems } = planImport(files);
  return { sets: sets.map(({ name, files: members }) => [name, members.map(({ path }) => path)]), problems };
};

describe('dropped files', () => {
  it('become one model each when self-contained', () => {
    expect(plan(file('a.glb'), file('B.STL'), file('c.zip'))).toEqual({
      sets: [
        ['a', ['a.glb']],
        ['B', ['B.STL']],
        ['c', ['c.zip']],
      ],
      problems: [],
    });
  });

  it('join the only model that can reference them', () => {
    expect(plan(file('tex/wood.png'), file('chair.obj'), file('chair.mtl')).sets).toEqual([
      ['chair', ['chair.obj', 'tex/wood.png', 'chair.mtl']],
    ]);
  });

  it('join the model of their folder when there are several', () => {
    const { sets } = plan(file('a/a.gltf'), file('a/a.bin'), file('b/b.gltf'), file('b/b.bin'));
    expect(sets).toEqual([
      ['a', ['a/a.gltf', 'a/a.bin']],
      ['b', ['b/b.gltf', 'b/b.bin']],
    ]);
  });

  it.each([
    ['one model in several formats', ['source/a.fbx', 'source/b.fbx', 'textures/wood.png']],
    ['models in separate folders', ['m/a/a.fbx', 'm/b/b.obj', 'm/maps/wood.png', 'm/wood.mtl']],
    ['models in separate nested folders', ['m/a/x/a.dae', 'm/b/b.obj', 'm/maps/1k/wood.png']],
  ])('join all surrounding models: %s', (_, paths) => {
    const { sets, problems } = plan(...paths.map((path) => file(path)));
    const sides = paths.slice(2);
    expect(sets.map(([, members]) => members)).toEqual([
      [paths[0], ...sides],
      [paths[1], ...sides],
    ]);
    expect(problems).toEqual([]);
  });

  it('join only the models of the nearest folder', () => {
    const { sets } = plan(
      file('m/n/FBX/a.fbx'),
      file('m/n/maps/a.png'),
      file('m/b/b.obj'),
      file('m/maps/b.png'),
    );
    expect(sets).toEqual([
      ['a', ['m/n/FBX/a.fbx', 'm/n/maps/a.png', 'm/maps/b.png']],
      ['b', ['m/b/b.obj', 'm/maps/b.png']],
    ]);
  });

  it.each([
    [
      'in one folder per format',
      ['chair/OBJ/chair.obj', 'chair/OBJ/chair.mtl', 'chair/FBX/chair.fbx', 'chair/Textures/wood.png'],
      ['chair/FBX/chair.fbx', 'chair/OBJ/chair.mtl', 'chair/Textures/wood.png'],
      ['chair.obj'],
    ],
    [
      'in the same folder',
      ['Chair.stl', 'chair.dae', 'chair.glb'],
      ['chair.glb'],
      ['Chair.stl', 'chair.dae'],
    ],
    ['at different depths', ['c/chair.obj', 'c/FBX/chair.fbx'], ['c/chair.obj'], ['chair.fbx']],
  ])('become one model when it exists in several formats %s', (_, paths, taken, left) => {
    const { sets, problems } = plan(...paths.map((path) => file(path)));
    expect(sets.map(([, members]) => members)).toEqual([taken]);
    expect(problems).toEqual([{ kind: 'other-format', names: left }]);
  });

  it('do not become pictures when they came with a model in another format', () => {
    const { sets, pictures, problems } = planImport([file('chair.glb'), file('chair.obj'), file('wood.png')]);
    expect([sets.length, pictures]).toEqual([1, []]);
    expect(problems).toEqual([
      { kind: 'other-format', names: ['chair.obj'] },
      { kind: 'unused', names: ['wood.png'] },
    ]);
  });

  it('become separate models when only their names match', () => {
    const paths = ['red/scene.gltf', 'blue/scene.fbx', 'part.usda', 'part.usdc', 'part.zip'];
    const { sets, problems } = plan(...paths.map((path) => file(path)));
    expect([sets.length, problems]).toEqual([5, []]);
  });

  it('are named after their one common folder', () => {
    expect(folderOf([file('Chair/scene.gltf'), file('Chair/tex/wood.png')])).toBe('Chair');
    expect(folderOf([file('Chair/a.glb'), file('Table/b.glb')])).toBeUndefined();
    expect(folderOf([file('Chair/a.glb'), file('b.glb')])).toBeUndefined();
    expect(folderOf([file('a.glb')])).toBeUndefined();
  });

  it('are rejected when empty, too large or of unknown type', () => {
    expect(plan(file('a.glb', 0), file('b.glb', MAX_UPLOAD_BYTES + 1), file('c.exe'))).toEqual({
      sets: [],
      problems: [
        { kind: 'upload.empty', name: 'a.glb' },
        { kind: 'upload.too-large', name: 'b.glb' },
        { kind: 'upload.format', name: 'c.exe' },
      ],
    });
  });

  it.each([
    ['house.SKP', 'upload.skp'],
    ['part.stp', 'upload.step'],
    ['house.ifc', 'upload.ifc'],
    ['chair.blend', 'upload.blend'],
    ['chair.rar', 'upload.rar'],
    ['chair.7z', 'upload.7z'],
  ])('are rejected with export instructions: %s', (name, kind) => {
    expect(plan(file(name)).problems).toEqual([{ kind, name }]);
  });

  it('are accepted up to the upload limit, and as a set up to the archive limit', () => {
    const whole = file('a.glb', MAX_UPLOAD_BYTES);
    expect(plan(whole).problems).toEqual([]);
    const parts = ['a.obj', 'a.png', 'b.png'].map((name) => file(name, MAX_UPLOAD_BYTES));
    expect(plan(...parts).problems).toEqual([]);
    const rest = ARCHIVE_LIMITS.bytes - parts.length * MAX_UPLOAD_BYTES;
    expect(plan(...parts, file('c.png', rest)).problems).toEqual([]);
    expect(plan(...parts, file('c.png', rest + 1)).problems).toEqual([
      { kind: 'upload.too-large', name: 'a' },
    ]);
  });

  it('become skies and fonts of the scene beside other files', () => {
    const found = planImport([
      file('chair.glb'),
      file('dusk.HDR'),
      file('dawn.exr'),
      file('Inter.woff2'),
      file('empty.ttf', 0),
    ]);
    expect(found.skies.map(({ path }) => path)).toEqual(['dusk.HDR', 'dawn.exr']);
    expect(found.fonts.map(({ path }) => path)).toEqual(['Inter.woff2']);
    expect(found.problems).toEqual([{ kind: 'upload.empty', name: 'empty.ttf' }]);
    const folder = planImport([file('skies/dusk.hdr'), file('skies/Inter.ttf')]);
    expect([folder.skies.length, folder.fonts.length, folder.problems]).toEqual([1, 1, []]);
  });

  it.each([['chair/chair.gltf'], ['oak/color.png']])(
    'are not skies and fonts in a folder with related files: %s',
    (path) => {
      const { skies, fonts, problems } = planImport([
        file(path),
        file('chair/rough.exr'),
        file('chair/Label.otf'),
      ]);
      expect([skies, fonts]).toEqual([[], []]);
      expect(problems).toEqual([{ kind: 'unused', names: ['rough.exr', 'Label.otf'] }]);
    },
  );

  it('become pictures when no model is among them', () => {
    const names = (...files: ImportFile[]) => planImport(files).pictures.map(({ file: { name } }) => name);
    expect(names(file('wood.png'), file('photo.HEIC'), file('.DS_Store'))).toEqual([
      'wood.png',
      'photo.HEIC',
    ]);
    expect(names(file('wood.png'), file('chair.obj'))).toEqual([]);
  });

  it('become pictures beside complete models when dropped directly, and are reported when in a folder', () => {
    const { pictures, problems } = planImport([
      file('chair.glb'),
      file('poster.png'),
      file('chair/preview.png'),
      file('chair/chair.mtl'),
    ]);
    expect(pictures.map(({ file: { name } }) => name)).toEqual(['poster.png']);
    expect(problems).toEqual([{ kind: 'unused', names: ['preview.png', 'chair.mtl'] }]);
    const several = planImport([file('a/a.obj'), file('b/b.obj'), file('a/a.png'), file('c.png')]);
    expect(several.pictures.map(({ file: { name } }) => name)).toEqual(['c.png']);
    expect(several.problems).toEqual([]);
  });

  it('are reported when no model is among them, without system files', () => {
    expect(plan(file('scene.bin'), file('.DS_Store')).problems).toEqual([{ kind: 'nothing' }]);
  });
});
