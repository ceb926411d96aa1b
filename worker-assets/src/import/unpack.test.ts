import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layerSpecs, UsdPrim } from '../output/usdc/layer.ts';
import { writeCrate } from '../output/usdc/write-crate.ts';
import { unpackUpload } from './unpack.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-unpack-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function unpacked(files: Record<string, Uint8Array>) {
  const path = join(dir, 'upload.zip');
  await writeFile(path, zipSync({ 'readme.txt': strToU8('Thank you'), ...files }));
  const { main, warnings } = await unpackUpload(
    { name: 'upload.zip', path },
    { dir, needs: () => undefined },
  );
  return { main: main.name, warnings };
}

const layer = (body: string) => strToU8(`#usda 1.0\n${body}`);
const refer = (name: string) => layer(`def "A" (references = @${name}@) {}`);
const mesh = layer('def Mesh "M" {}');

describe('a file of another program', () => {
  const SKP = Uint8Array.from('\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0', (letter) => letter.charCodeAt(0));

  it('is rejected in an archive, with advice on exporting it', async () => {
    await expect(unpacked({ 'house.skp': SKP })).rejects.toMatchObject({ code: 'upload.skp' });
  });

  it('is ignored next to a model', async () => {
    expect(await unpacked({ 'house.skp': SKP, 'house.usda': mesh })).toEqual({
      main: 'house.usda',
      warnings: [],
    });
  });
});

describe('an archive of USD layers', () => {
  it('opens the layer that references the others, in any folder', async () => {
    const parts = {
      'a_chair.usda': refer('./b/leg.usd'),
      'b/leg.usd': mesh,
      'notes.txt': strToU8('Thank you'),
    };
    expect(await unpacked({ ...parts, 'scene.usda': refer('A_Chair.usda') })).toEqual({
      main: 'scene.usda',
      warnings: [],
    });
  });

  it('reports further models that no layer references', async () => {
    expect(await unpacked({ 'chair.usda': mesh, 'b/table.usda': mesh })).toEqual({
      main: 'chair.usda',
      warnings: [importMessage('archive.further-models', { names: 'table.usda' })],
    });
  });

  it('opens the first layer of a reference cycle', async () => {
    const { main } = await unpacked({ 'a.usda': refer('b.usda'), 'b.usda': refer('a.usda') });
    expect(main).toBe('a.usda');
  });

  it('distinguishes layers of the same name by their paths', async () => {
    const versions = { 'v1/scene.usda': mesh, 'v2/scene.usda': refer('../v1/scene.usda') };
    expect((await unpacked(versions)).main).toBe('v2/scene.usda');
    const apart = { 'a/geo.usda': mesh, 'b/geo.usda': mesh, 'b/main.usda': refer('./geo.usda') };
    expect(await unpacked(apart)).toEqual({
      main: 'a/geo.usda',
      warnings: [importMessage('archive.further-models', { names: 'main.usda' })],
    });
  });

  it('ignores references in comments and in damaged binary layers', async () => {
    const noted = { 'a.usda': mesh, 'b.usda': layer('# was @a.usda@\ndef Mesh "N" {}') };
    expect((await unpacked(noted)).main).toBe('a.usda');
    const root = new UsdPrim('/Root', 'Xform');
    root.attribute('part', 'string', './a.usda');
    const crate = Buffer.from(writeCrate(layerSpecs(root)));
    const toc = Number(crate.readBigUInt64LE(16));
    const sections = Number(crate.readBigUInt64LE(toc));
    for (let at = toc + 8; at < toc + 8 + sections * 32; at += 32) {
      if (crate.toString('latin1', at, at + 6) === 'TOKENS') {
        crate.writeBigUInt64LE(2n ** 40n, Number(crate.readBigUInt64LE(at + 16)));
      }
    }
    expect((await unpacked({ 'a.usda': mesh, 'z.usdc': crate })).warnings).toHaveLength(1);
  });

  it('finds references in binary layers', async () => {
    const root = new UsdPrim('/Root', 'Xform');
    root.attribute('part', 'string', './a.usda');
    const crate = writeCrate(layerSpecs(root));
    expect(await unpacked({ 'a.usda': mesh, 'z.usdc': crate })).toEqual({ main: 'z.usdc', warnings: [] });
  });
});
