import { BoxGeometry } from 'three';
import { expect, it } from 'vitest';
import { drawnOf, optimized } from '../test/optimized.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { smallThing } from '../test/size-corpus/shapes.ts';

const MANY = 40;

it('transparent panes stay separate while walls are joined', async () => {
  const builder = new ModelBuilder();
  const wall = builder.material('Wall');
  const glass = builder.material('Glass').setAlphaMode('BLEND').setAlpha(0.3);
  for (let i = 0; i < MANY; i += 1) {
    builder.place(`Wall ${i}`, builder.mesh(`Wall ${i}`, smallThing(i), wall), [i * 2, 0, 0]);
  }
  for (let i = 0; i < 3; i += 1) {
    const pane = builder.mesh(`Pane ${i}`, new BoxGeometry(1 + i, 1, 0.1), glass);
    builder.place(`Pane ${i}`, pane, [0, 0, 2 + i]);
  }
  const nodes = drawnOf(await optimized(builder.document));
  const looks = nodes.map((node) =>
    node
      .getMesh()
      ?.listPrimitives()
      .map((primitive) => primitive.getMaterial()?.getName()),
  );
  expect(looks.toSorted()).toEqual([['Glass'], ['Glass'], ['Glass'], ['Wall']]);
});

it('a model of 32 parts keeps them with their names', async () => {
  const builder = new ModelBuilder();
  const paint = builder.material('Paint');
  const names = Array.from({ length: 32 }, (_, i) => `Part ${i}`);
  for (const [i, name] of names.entries()) {
    builder.place(name, builder.mesh(name, smallThing(i), paint), [i * 2, 0, 0]);
  }
  const nodes = drawnOf(await optimized(builder.document));
  expect(nodes.map((node) => node.getName())).toEqual(names);
});

const [POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN] = [
  0, 1, 2, 3, 4, 5, 6,
] as const;

it.each([
  ['points', POINTS, POINTS, 4],
  ['lines', LINES, LINES, 4],
  ['line strips', LINE_STRIP, LINES, 6],
  ['line loops', LINE_LOOP, LINES, 8],
  ['triangle strips', TRIANGLE_STRIP, TRIANGLES, 6],
  ['triangle fans', TRIANGLE_FAN, TRIANGLES, 6],
] as const)('many %s are joined without an extension for strips', async (_, mode, joined, corners) => {
  const builder = new ModelBuilder();
  const paint = builder.material('Paint');
  for (let i = 0; i < MANY; i += 1) {
    const square = Float32Array.of(0, 0, 0, 1 + i, 0, 0, 0, 1, 0, 1 + i, 1, 0);
    const primitive = builder.document
      .createPrimitive()
      .setMaterial(paint)
      .setMode(mode)
      .setAttribute('POSITION', builder.accessor('VEC3', square));
    const mesh = builder.document.createMesh(`Part ${i}`).addPrimitive(primitive);
    builder.place(`Part ${i}`, mesh, [i * 100, 0, 0]);
  }
  const document = await optimized(builder.document);
  const parts = drawnOf(document).flatMap((node) => node.getMesh()?.listPrimitives() ?? []);
  expect(parts.map((part) => part.getMode())).toEqual([joined]);
  const [part] = parts;
  const count = part?.getIndices()?.getCount() ?? part?.getAttribute('POSITION')?.getCount();
  expect(count).toBe(MANY * corners);
  expect(
    document
      .getRoot()
      .listExtensionsUsed()
      .map((one) => one.extensionName),
  ).not.toContain('KHR_mesh_primitive_restart');
});
