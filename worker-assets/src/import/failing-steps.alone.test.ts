import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import * as functions from '@gltf-transform/functions';
import { BoxGeometry } from 'three';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as bindMatrices from '../output/bind-matrices.ts';
import * as compressTextures from '../output/compress-textures.ts';
import * as copyDocument from '../output/copy-document.ts';
import { createGltfIo, type GltfIo } from '../output/gltf-io.ts';
import * as instanceMeshes from '../output/instance-meshes.ts';
import * as joinMeshes from '../output/join-meshes.ts';
import { OptimizationStepError } from '../output/optional-steps.ts';
import * as packFloats from '../output/pack-floats.ts';
import * as packInstances from '../output/pack-instances.ts';
import * as reduceKeyframes from '../output/reduce-keyframes.ts';
import * as repackPositions from '../output/repack-positions.ts';
import * as thinTriangles from '../output/thin-triangles.ts';
import { UnusedAttributes } from '../output/unused-attributes.ts';
import * as weldVertices from '../output/weld-vertices.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { solidPng } from '../test/sample-documents.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { convertGltf } from './convert-gltf.ts';

vi.mock('@gltf-transform/functions', { spy: true });
vi.mock('../output/bind-matrices.ts', { spy: true });
vi.mock('../output/compress-textures.ts', { spy: true });
vi.mock('../output/copy-document.ts', { spy: true });
vi.mock('../output/repack-positions.ts', { spy: true });
vi.mock('../output/instance-meshes.ts', { spy: true });
vi.mock('../output/join-meshes.ts', { spy: true });
vi.mock('../output/pack-floats.ts', { spy: true });
vi.mock('../output/pack-instances.ts', { spy: true });
vi.mock('../output/reduce-keyframes.ts', { spy: true });
vi.mock('../output/thin-triangles.ts', { spy: true });
vi.mock('../output/weld-vertices.ts', { spy: true });

const PARTS = 40;
const fail = () => {
  throw new Error('A step failed');
};

/**
 * Each step by its name in the operators' log, with its function. The name is null where no single step can
 * be skipped.
 */
const FAULTS: readonly [string | null, string, () => unknown][] = [
  [
    'bind matrices',
    'writeBindMatrices',
    () => vi.mocked(bindMatrices.writeBindMatrices).mockImplementation(fail),
  ],
  ['merge duplicates', 'dedup', () => vi.mocked(functions.dedup).mockImplementation(fail)],
  [
    'instance meshes',
    'instanceMeshes',
    () => vi.mocked(instanceMeshes.instanceMeshes).mockImplementation(fail),
  ],
  ['remove unused', 'prune', () => vi.mocked(functions.prune).mockImplementation(fail)],
  ['join parts', 'joinMeshes', () => vi.mocked(joinMeshes.joinMeshes).mockImplementation(fail)],
  ['weld vertices', 'weldVertices', () => vi.mocked(weldVertices.weldVertices).mockImplementation(fail)],
  [
    'thin animations',
    'reduceKeyframes',
    () => vi.mocked(reduceKeyframes.reduceKeyframes).mockImplementation(fail),
  ],
  ['pack floats', 'packFloats', () => vi.mocked(packFloats.packFloats).mockImplementation(fail)],
  ['simplify', 'findThinCorners', () => vi.mocked(thinTriangles.findThinCorners).mockImplementation(fail)],
  [
    'compress textures',
    'compressTextures',
    () => vi.mocked(compressTextures.compressTextures).mockImplementation(fail),
  ],
  ['quantize', 'quantize', () => vi.mocked(functions.quantize).mockImplementation(fail)],
  [
    'spare coordinates',
    'coarsen',
    () => vi.spyOn(UnusedAttributes.prototype, 'coarsen').mockImplementation(fail),
  ],
  ['reorder', 'reorder', () => vi.mocked(functions.reorder).mockImplementation(fail)],
  [
    'position grid',
    'repackPositions',
    () => vi.mocked(repackPositions.repackPositions).mockImplementation(fail),
  ],
  ['pack instances', 'packInstances', () => vi.mocked(packInstances.packInstances).mockImplementation(fail)],
  [null, 'copyDocument', () => vi.mocked(copyDocument.copyDocument).mockImplementation(fail)],
];

let io: GltfIo;
let dir: string;
beforeAll(async () => {
  io = await createGltfIo();
  dir = await mkdtemp(join(tmpdir(), 'diorama-steps-'));
  const builder = new ModelBuilder();
  const paint = builder.material('Paint');
  const picture = builder.document
    .createTexture('Picture')
    .setImage(await solidPng(64, '#c83'))
    .setMimeType('image/png');
  paint.setBaseColorTexture(picture);
  for (let i = 0; i < PARTS; i += 1) {
    builder.place(`Part ${i}`, builder.mesh(`Part ${i}`, new BoxGeometry(1, 1, 1 + i), paint), [i * 2, 0, 0]);
  }
  await writeFile(join(dir, 'parts.glb'), await io.writeGlb(builder.document));
});
afterEach(() => {
  vi.resetAllMocks();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function convert(asItCame = false) {
  const faults: Error[] = [];
  const converted = await convertGltf({
    format: 'glb',
    main: { name: 'parts.glb', path: join(dir, 'parts.glb') },
    files: [],
    io,
    asItCame,
    dir,
    needs: () => undefined,
    onFault: (error) => faults.push(error),
  });
  return { ...converted, faults };
}

describe('an optimization step that throws', () => {
  it('does not occur without an injected fault', async () => {
    const { faults, report } = await convert();
    expect(faults).toEqual([]);
    expect(inEnglish(report.warnings).join()).not.toContain('the original is shown');
  });

  it.each(FAULTS)(
    '(%s: %s) is skipped and reported without failing the import',
    async (step, _, breakStep) => {
      const sound = await convert();
      breakStep();
      const { glb, mobile, description, report, faults } = await convert();
      await assertValidGlb(glb);
      await assertValidGlb(mobile);
      expect(description.triangles).toBe(sound.description.triangles);
      expect(description.textures).toBe(1);
      expect((await io.readGlb(glb)).getRoot().listTextures()[0]?.getSize()).toEqual([64, 64]);
      expect(report.dropped).toEqual([]);
      const wanted = step === 'merge duplicates' ? [step, 'merge accessors'] : [step ?? []].flat();
      const steps = faults.flatMap((fault) => (fault instanceof OptimizationStepError ? fault.step : []));
      expect(new Set(steps)).toEqual(new Set(wanted));
      expect(faults.length).toBeGreaterThan(0);
    },
  );

  it('does not fail the import of a file that stays as uploaded', async () => {
    vi.mocked(compressTextures.compressTextures).mockImplementation(fail);
    const { glb, faults } = await convert(true);
    await assertValidGlb(glb);
    expect(faults).toHaveLength(1);
  });
});
