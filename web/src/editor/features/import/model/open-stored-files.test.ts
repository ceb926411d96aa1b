import { unmarkedZip } from '@diorama/stack/test/unmarked-zip.ts';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ImportFile } from '../../../../files/import-set.ts';
import { holdsTooMuch, setWith } from './open-stored-files.ts';

const given = (name: string, content = 'x') => ({ file: new File([content], name), path: name });
const zip = (files: Record<string, Uint8Array>) => {
  const file = new File([zipSync(files).slice()], 'all.zip');
  return { file, path: 'all.zip' };
};
const sized = (name: string, size: number) => {
  const made = given(name);
  Object.defineProperty(made.file, 'size', { value: size });
  return made;
};
const add = (known: ImportFile[], files: ImportFile[]) => setWith({ name: 'chair', files: known }, files);
const named = async (...parts: Parameters<typeof add>) =>
  (await add(...parts)).set?.files.map(({ path }) => path).sort();

describe('a model with additional files', () => {
  it('keeps all models of its archive, as the server selects among them', async () => {
    const archive = zip({
      'a/chair.obj': strToU8('v 0 0 0'),
      'table.fbx': strToU8('x'),
      '.DS_Store': strToU8('x'),
    });
    expect(await named([archive], [given('oak.png')])).toEqual(['a/chair.obj', 'oak.png', 'table.fbx']);
  });

  it('may exceed the upload limit unpacked, as the packed size counts', async () => {
    const known = [sized('chair.obj', 400_000_000), given('oak.png')];
    const { set, problems } = await add(known, [sized('wood.png', 290_000_000)]);
    expect([set?.files.length, problems]).toEqual([3, []]);
    const small = [given('sofa.obj')];
    expect((await add(known, small)).set?.files.map(({ path }) => path)).toEqual(['sofa.obj', 'oak.png']);
  });

  it('is rejected above the unpacked limit of the server', async () => {
    const known = [sized('chair.obj', 800_000_000)];
    const { set, problems } = await add(known, [sized('wood.png', 250_000_000)]);
    expect([set, problems]).toEqual([undefined, [{ kind: 'upload.too-large', name: 'chair' }]]);
  });

  it.each([
    [[300_000_000, 300_000_000, 400_000_000], false],
    [[300_000_000, 300_000_000, 400_000_001], true],
  ])('checks the unpacked size of an archive like the server: %j', (sizes, isTooMuch) => {
    const listed = sizes.map((originalSize, i) => ({ name: `${i}`, size: originalSize / 4, originalSize }));
    expect(holdsTooMuch(listed)).toBe(isTooMuch);
  });

  it('decodes the file names of its archive', async () => {
    const files = ['größe/stuhl.obj', '木.png'].map((name) => ({ name: strToU8(name), bytes: strToU8('x') }));
    const archive = { file: new File([unmarkedZip(files)], 'all.zip'), path: 'all.zip' };
    expect(await named([archive], [given('oak.png')])).toEqual(['größe/stuhl.obj', 'oak.png', '木.png']);
  });

  it('has files of the same name once, and the last one wins', async () => {
    const { set } = await add([given('chair.gltf'), given('oak.png', 'old')], [given('oak.png', 'new')]);
    const picture = set?.files.find(({ path }) => path === 'oak.png');
    expect([set?.files.length, await picture?.file.text()]).toEqual([2, 'new']);
  });

  it('is replaced by an added model, which keeps its images', async () => {
    const known = [given('chair.obj'), given('oak.png')];
    expect(await named(known, [given('sofa.obj')])).toEqual(['oak.png', 'sofa.obj']);
    expect(await named([given('chair.glb')], [given('sofa.gltf')])).toEqual(['sofa.gltf']);
  });

  it('is replaced by the added model of the same name, and returns the other models for separate imports', async () => {
    const files = [given('sofa.obj'), given('sofa.mtl'), given('chair.glb')];
    const { set, others } = await add([given('chair.obj'), given('oak.png')], files);
    expect([set, ...others].map((one) => one?.files.map(({ path }) => path))).toEqual([
      ['chair.glb'],
      ['sofa.obj', 'sofa.mtl'],
    ]);
  });

  it('reports unused new images, but not those of the replaced model', async () => {
    const { set, problems } = await add(
      [given('chair.obj'), given('oak.png')],
      [given('chair.glb'), given('poster.png')],
    );
    expect(set?.files.map(({ path }) => path)).toEqual(['chair.glb']);
    expect(problems).toEqual([{ kind: 'unused', names: ['poster.png'] }]);
  });

  it('reports unusable files with the reason', async () => {
    const { set, problems } = await add([given('chair.glb')], [given('sofa.obj', '')]);
    expect([set, problems]).toEqual([undefined, [{ kind: 'upload.empty', name: 'sofa.obj' }]]);
  });

  it('is undefined when none of the files is a model', async () => {
    expect(await add([given('notes.txt')], [given('oak.png')])).toEqual({
      others: [],
      problems: [{ kind: 'nothing' }],
    });
  });

  it.each([
    ['swells', zip({ 'chair.obj': strToU8('v 0 0 0'), 'oak.png': new Uint8Array(60_000_000) })],
    ['cannot be read', { file: new File(['PK'], 'all.zip'), path: 'all.zip' }],
  ])('is rejected when its archive %s', async (_, archive) => {
    await expect(add([archive], [given('wood.png')])).rejects.toThrow();
  });
});
