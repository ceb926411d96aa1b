import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { setWith } from './open-kept.ts';

const given = (name: string, content = 'x') => ({ file: new File([content], name), path: name });
const zip = (files: Record<string, Uint8Array>) => {
  const file = new File([zipSync(files).slice()], 'all.zip');
  return { file, path: 'all.zip' };
};
const named = async (...parts: Parameters<typeof setWith>) =>
  (await setWith(...parts))?.files.map(({ path }) => path).sort();

describe('A model with more files', () => {
  it('keeps all models of its archive, among which the server chooses as before', async () => {
    const archive = zip({
      'a/chair.obj': strToU8('v 0 0 0'),
      'table.fbx': strToU8('x'),
      '.DS_Store': strToU8('x'),
    });
    expect(await named([archive], [given('oak.png')])).toEqual(['a/chair.obj', 'oak.png', 'table.fbx']);
  });

  it('has files of the same names once, as they were given last', async () => {
    const set = await setWith([given('chair.gltf'), given('oak.png', 'old')], [given('oak.png', 'new')]);
    const picture = set?.files.find(({ path }) => path === 'oak.png');
    expect([set?.files.length, await picture?.file.text()]).toEqual([2, 'new']);
  });

  it('gives way to a model among them, which takes its pictures', async () => {
    const known = [given('chair.obj'), given('oak.png')];
    expect(await named(known, [given('sofa.obj')])).toEqual(['oak.png', 'sofa.obj']);
    expect(await named([given('chair.glb')], [given('sofa.gltf')])).toEqual(['sofa.gltf']);
  });

  it('is none where none of the files is one', async () => {
    expect(await setWith([given('notes.txt')], [given('oak.png')])).toBeUndefined();
  });

  it.each([
    ['swells', zip({ 'chair.obj': strToU8('v 0 0 0'), 'oak.png': new Uint8Array(60_000_000) })],
    ['cannot be read', { file: new File(['PK'], 'all.zip'), path: 'all.zip' }],
  ])('is refused where its archive %s', async (_, archive) => {
    await expect(setWith([archive], [given('wood.png')])).rejects.toThrow();
  });
});
