import { type Document, getBounds } from '@gltf-transform/core';
import { InstancedMesh } from '@gltf-transform/extensions';
import { BoxGeometry, SphereGeometry } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeModel } from '../import/describe-model.ts';
import { drawnOf, optimized } from '../test/optimized.ts';
import { skinnedDocument } from '../test/sample-documents.ts';
import { createRandom, ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { morphed, skinned, turning } from '../test/size-corpus/moving.ts';
import { asJpeg, clouds } from '../test/size-corpus/pictures.ts';
import { knot, smallThing } from '../test/size-corpus/shapes.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { measure } from './measure.ts';
import { optimize } from './optimize.ts';
import { plainGeometry } from './plain-geometry.ts';

let io: GltfIo;
beforeAll(async () => {
  io = await createGltfIo();
});

const boundsOf = (document: Document) => describeModel(document).bounds;

describe('an optimized model', () => {
  it('keeps the position of a mesh without size', async () => {
    const builder = new ModelBuilder();
    const points = new BoxGeometry(0, 0, 0);
    builder.place('Point', builder.mesh('Point', points), [1, 2, 3]);
    const document = await optimized(builder.document);
    expect(boundsOf(document)).toEqual({ min: [1, 2, 3], max: [1, 2, 3] });
  });

  it('draws equal meshes as instances in the same places', async () => {
    const builder = new ModelBuilder();
    const random = createRandom(3);
    for (let i = 0; i < 6; i += 1) {
      const mesh = builder.mesh(`Cube ${i}`, new BoxGeometry());
      builder.place(`Cube ${i}`, mesh, [i * 3, 0, 0]).setRotation([0, Math.sin(random()), 0, 0.5]);
    }
    for (const node of builder.scene.listChildren()) {
      const [x, y, z, w] = node.getRotation();
      const length = Math.hypot(x, y, z, w);
      node.setRotation([x / length, y / length, z / length, w / length]);
    }
    const before = boundsOf(builder.document);
    const model = await optimized(builder.document);
    const [only, ...others] = drawnOf(model);
    expect(others).toEqual([]);
    expect(only?.getExtension('EXT_mesh_gpu_instancing')).toBeInstanceOf(InstancedMesh);
    expect(measure(model).triangles).toBe(72);
    // The box of a rotated copy is slightly larger than its content.
    const after = boundsOf(model);
    expect(after.max[0]).toBeGreaterThanOrEqual(before.max[0] - 0.01);
    expect(after.max[0]).toBeLessThan(before.max[0] + 0.5);
  });

  it('keeps the pose of skins without inverse bind matrices', async () => {
    const document = skinnedDocument();
    for (const skin of document.getRoot().listSkins()) {
      skin.setInverseBindMatrices(null);
    }
    const before = boundsOf(document);
    const after = boundsOf(await optimized(document));
    expect(after.min.map((value) => Math.round(value * 100))).toEqual(before.min.map((value) => value * 100));
    expect(after.max.map((value) => Math.round(value * 100))).toEqual(before.max.map((value) => value * 100));
  });

  it('joins many parts by material, in the same place and with all triangles', async () => {
    const builder = new ModelBuilder();
    const materials = [builder.material('Red', [1, 0, 0]), builder.material('Blue', [0, 0, 1])];
    for (let i = 0; i < 40; i += 1) {
      const mesh = builder.mesh(`Thing ${i}`, smallThing(i), materials[i % 2]);
      builder.place(`Thing ${i}`, mesh, [i * 2, 1, 0]);
    }
    const [before, triangles] = [getBounds(builder.scene), measure(builder.document).triangles];
    const model = await optimized(builder.document);
    expect(drawnOf(model)).toHaveLength(1);
    expect(measure(model)).toMatchObject({ triangles, drawCalls: 2 });
    expect(describeModel(model).slots.toSorted()).toEqual(['Blue', 'Red']);
    const after = boundsOf(model);
    after.max.forEach((side, axis) => {
      expect(side).toBeCloseTo(before.max[axis] ?? Number.NaN, 2);
    });
  });

  it('keeps the names of few parts, and texture coordinates that no material reads yet', async () => {
    const builder = new ModelBuilder();
    builder.place('Left', builder.mesh('Ball', new SphereGeometry(1, 12, 8), builder.material('Clay')));
    builder.place('Right', builder.mesh('Knot', knot(32), builder.material('Steel')), [4, 0, 0]);
    const model = await optimized(builder.document);
    expect(drawnOf(model).map((node) => node.getName())).toEqual(['Left', 'Right']);
    for (const primitive of model
      .getRoot()
      .listMeshes()
      .flatMap((mesh) => mesh.listPrimitives())) {
      expect(primitive.listSemantics()).toContain('TEXCOORD_0');
    }
  });

  it.each([
    ['moves', () => turning(2, new BoxGeometry())],
    ['has bones', () => skinned(8, 12)],
    ['has morph targets', () => morphed(3, 16)],
  ])('keeps its animation within a small tolerance if it %s', async (_, make) => {
    const { document } = await make();
    const before = sampleAll(document);
    const after = sampleAll(await optimized(document));
    expect(Object.keys(after).length).toBeGreaterThan(0);
    for (const [track, values] of Object.entries(after)) {
      const wanted = before[track] ?? [];
      values.forEach((value, i) => {
        expect(Math.abs(value - (wanted[i] ?? Number.NaN)), track).toBeLessThan(
          track.endsWith('weights') ? 0.003 : 0.001,
        );
      });
    }
  });

  it('has a quarter of the pixels for phones, and small pictures unchanged', async () => {
    const make = async () => {
      const builder = new ModelBuilder();
      for (const [i, side] of [600, 300, 128].entries()) {
        const image = await asJpeg(await clouds(side, i));
        const material = builder
          .material(`M${i}`)
          .setBaseColorTexture(builder.texture('P', image, 'image/jpeg'));
        builder.place(`Ball ${i}`, builder.mesh(`Ball ${i}`, new SphereGeometry(1, 8, 6), material));
      }
      return builder.document;
    };
    const sidesFor = async (target: 'desktop' | 'mobile') => {
      const document = await make();
      await optimize(document, { target, purpose: 'asset' });
      const model = await io.readGlb(await io.writeGlb(document));
      const sides = model
        .getRoot()
        .listTextures()
        .map((texture) => texture.getSize()?.[0] ?? 0);
      return sides.toSorted((x, y) => y - x);
    };
    expect(await sidesFor('desktop')).toEqual([600, 300, 128]);
    expect(await sidesFor('mobile')).toEqual([300, 256, 128]);
  });

  it('keeps its vertices within 1/8000 of its size', async () => {
    const builder = new ModelBuilder();
    builder.place('Knot', builder.mesh('Knot', knot(64)), [5, 6, 7]);
    const size = Math.max(...getBounds(builder.scene).max) - 3;
    const wanted = pointsOf(builder.document);
    const model = await optimized(builder.document);
    await plainGeometry(model);
    const found = pointsOf(model);
    const worst = Math.max(
      ...found.map((point) =>
        Math.min(
          ...wanted.map((other) => Math.hypot(...point.map((part, axis) => part - (other[axis] ?? 0)))),
        ),
      ),
    );
    expect(worst).toBeLessThan(size / 8_000);
  });
});

/** Samples every track of a document at thirds of a second, by node and path. */
function sampleAll(document: Document): Record<string, number[]> {
  const samples: Record<string, number[]> = {};
  for (const channel of document
    .getRoot()
    .listAnimations()
    .flatMap((animation) => animation.listChannels())) {
    const [sampler, node] = [channel.getSampler(), channel.getTargetNode()];
    const [input, output] = [sampler?.getInput(), sampler?.getOutput()];
    if (!input || !output || !node) {
      continue;
    }
    const width = output.getCount() / input.getCount();
    const last = input.getMax([])[0] ?? 0;
    const values: number[] = [];
    for (let time = 0; time <= last; time += 1 / 3) {
      const at = Array.from({ length: input.getCount() }, (_, i) => input.getScalar(i));
      const next = Math.max(
        1,
        at.findIndex((key) => key >= time),
      );
      const [from, to] = [at[next - 1] ?? 0, at[next] ?? 1];
      const share = Math.min(1, (time - from) / (to - from));
      for (let part = 0; part < width; part += 1) {
        const [a, b] = [
          output.getElement((next - 1) * width + part, []),
          output.getElement(next * width + part, []),
        ];
        values.push(...a.map((value, axis) => value + ((b[axis] ?? 0) - value) * share));
      }
    }
    samples[`${node.getName()} ${channel.getTargetPath()}`] = values;
  }
  return samples;
}

function pointsOf(document: Document): number[][] {
  const [node] = drawnOf(document);
  const matrix = node?.getWorldMatrix() ?? [];
  const position = node?.getMesh()?.listPrimitives()[0]?.getAttribute('POSITION');
  return Array.from({ length: position?.getCount() ?? 0 }, (_, i) => {
    const [x = 0, y = 0, z = 0] = position?.getElement(i, []) ?? [];
    return [0, 1, 2].map(
      (axis) =>
        (matrix[axis] ?? 0) * x +
        (matrix[4 + axis] ?? 0) * y +
        (matrix[8 + axis] ?? 0) * z +
        (matrix[12 + axis] ?? 0),
    );
  });
}
