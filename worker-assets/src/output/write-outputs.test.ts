import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { unzipSync } from 'fflate';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';
import { expect, it, onTestFinished } from 'vitest';
import { buildGltf } from './build-gltf.ts';
import { createGltfIo } from './gltf-io.ts';
import { encodeImage } from './images.ts';
import { assertValidGlb } from './write-glb.ts';
import { writeOutputs } from './write-outputs.ts';

const CREDITS = { title: 'Chair "<3>"', creator: 'Ana Ñandú', license: 'cc-by' } as const;
const LINE = '© Ana Ñandú, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)';

it('every file of a scene names its title, creator and licence', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'diorama-credits-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const io = await createGltfIo();
  const scene = await buildGltf(
    parseDocument({ nodes: { a: { kind: 'box', index: 'a0', name: 'Box', props: {} } } }),
    new Map(),
    io,
  );
  const settings = { arPlacement: 'floor', credits: CREDITS } as const;
  const made = await writeOutputs({ scene, io, encodeImage, settings, dir });
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
