import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { uninstance } from '@gltf-transform/functions';
import { unzipSync } from 'fflate';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';
import { expect, it, onTestFinished } from 'vitest';
import { buildGltf } from './build-gltf.ts';
import { createGltfIo } from './gltf-io.ts';
import { assertValidGlb } from './write-glb.ts';
import { writeOutputs } from './write-outputs.ts';

const CREDITS = { title: 'Chair "<3>"', creator: 'Ana Ñandú', license: 'cc-by' } as const;
const LINE = '© Ana Ñandú, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)';

it('every file of a scene contains its title, creator and license', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'diorama-credits-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const io = await createGltfIo();
  const scene = await buildGltf(
    parseDocument({ nodes: { a: { kind: 'box', index: 'a0', name: 'Box', props: {} } } }),
    new Map(),
    io,
  );
  const settings = { arPlacement: 'floor', credits: CREDITS } as const;
  const made = await writeOutputs({ scene, io, settings, dir });
  const glbs = [made.glb, made.mobile, ...(made.ar ? [made.ar] : [])];
  for (const bytes of glbs) {
    await assertValidGlb(bytes);
    const document = await io.readGlb(bytes);
    expect(document.getRoot().getAsset().copyright).toBe(LINE);
    const text = Buffer.from(bytes).toString('utf8');
    expect(text).toContain('xmpRights:WebStatement');
    expect(text).toContain('Chair \\"<3>\\"');
  }
  const layer = unzipSync(made.usdz)['scene.usdc'];
  const specs = new USDCParser().parseData(new Uint8Array(layer ?? []).buffer).specsByPath;
  expect(specs['/']?.fields.comment).toBe(`Chair "<3>"\n${LINE}`);
});

it('copies of a repeat are instances in GLBs for the web, and nodes in AR files', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'diorama-repeat-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const io = await createGltfIo();
  const repeated = parseDocument({
    nodes: {
      row: { kind: 'repeat', props: { count: 40 } },
      box: { kind: 'box', parent: 'row' },
      ball: { kind: 'sphere', parent: 'row' },
    },
  });
  const scene = await buildGltf(shownDocument(repeated), new Map(), io);
  const settings = { arPlacement: 'floor', credits: CREDITS } as const;
  const made = await writeOutputs({ scene, io, settings, dir });
  const read = async (bytes: Uint8Array | null) => {
    const document = await io.readGlb(bytes ?? new Uint8Array());
    const drawn = () =>
      document
        .getRoot()
        .listNodes()
        .filter((node) => node.getMesh()).length;
    const before = drawn();
    await document.transform(uninstance());
    return [before, drawn()];
  };
  expect(await read(made.glb)).toEqual([2, 80]);
  expect(await read(made.mobile)).toEqual([2, 80]);
  expect(await read(made.ar)).toEqual([80, 80]);
  const layer = unzipSync(made.usdz)['scene.usdc'];
  const specs = new USDCParser().parseData(new Uint8Array(layer ?? []).buffer).specsByPath;
  expect(Object.keys(specs).filter((path) => /\/(box|Box)[^/.]*$/i.test(path)).length).toBeGreaterThanOrEqual(
    40,
  );
});
