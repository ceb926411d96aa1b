import { tmpdir } from 'node:os';
import type { Document } from '@gltf-transform/core';
import { beforeAll, expect, it } from 'vitest';
import { describeModel } from '../import/describe-model.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { skinned } from '../test/size-corpus/moving.ts';
import { hills } from '../test/size-corpus/shapes.ts';
import { copyDocument } from './copy-document.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { measure } from './measure.ts';
import { TextureFiles } from './texture-files.ts';
import { writeUnoptimized, writeVariants } from './write-variants.ts';

let io: GltfIo;
beforeAll(async () => {
  io = await createGltfIo();
});

const write = (document: Document) => writeVariants(document, { io, purpose: 'asset' });

it('only the file for phones is simplified, in place', async () => {
  const builder = new ModelBuilder();
  builder.place('Hills', builder.mesh('Hills', hills(420)));
  const { glb, mobile } = await write(builder.document);
  const [whole, light] = [await io.readGlb(glb), await io.readGlb(mobile)];
  expect(measure(whole).triangles).toBe(2 * 420 ** 2);
  expect(measure(light).triangles).toBeLessThanOrEqual(300_000);
  expect(measure(light).triangles).toBeGreaterThan(10_000);
  describeModel(light).bounds.max.forEach((side, axis) => {
    expect(side).toBeCloseTo(describeModel(whole).bounds.max[axis] ?? Number.NaN, 0);
  });
});

it('the original document stays complete while its copy for phones is simplified', {
  tags: ['full'],
}, async () => {
  const builder = new ModelBuilder();
  builder.place('Hills', builder.mesh('Hills', hills(420)));
  const { document } = builder;
  const { glb, mobile } = await writeUnoptimized(document, {
    io,
    files: new TextureFiles(tmpdir()),
  });
  expect(measure(await io.readGlb(glb)).triangles).toBe(2 * 420 ** 2);
  expect(measure(await io.readGlb(mobile)).triangles).toBeLessThanOrEqual(300_000);
  expect(describeModel(document).bounds.max[0]).toBeCloseTo(50);
});

it('the main file is the same with and without a file for phones', async () => {
  const [one, other] = [(await skinned(16, 24)).document, (await skinned(16, 24)).document];
  const alone = await write(one);
  // The copy sorts its weights in place, which must not affect the document that shares its arrays.
  await write(copyDocument(other));
  expect(Buffer.compare((await write(other)).glb, alone.glb)).toBe(0);
});
