import { readJoinedParts } from '@diorama/shared/domain/joined-parts.ts';
import type { Document } from '@gltf-transform/core';
import { BoxGeometry } from 'three';
import { expect, it } from 'vitest';
import { drawnOf, optimized } from '../test/optimized.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { smallThing } from '../test/size-corpus/shapes.ts';
import { createGltfIo } from './gltf-io.ts';
import { optimize } from './optimize.ts';

const joinedIn = (document: Document) =>
  readJoinedParts(document.getRoot().listScenes()[0]?.getExtras() ?? {});

function manyBolts(): ModelBuilder {
  const builder = new ModelBuilder();
  const materials = [builder.material('Steel'), builder.material('Brass')];
  for (let i = 0; i < 40; i += 1) {
    builder.place(`Bolt ${i}`, builder.mesh(`Bolt ${i}`, smallThing(i), materials[i % 2]), [i * 2, 0, 0]);
  }
  return builder;
}

it('an optimized model lists the names of joined parts with their materials', async () => {
  const model = await optimized(manyBolts().document);
  expect(drawnOf(model)).toHaveLength(1);
  const left = drawnOf(model)[0]?.getName() ?? '';
  const names = new Map(joinedIn(model).map(({ name, slot }) => [name, slot]));
  for (let i = 0; i < 40; i += 1) {
    const isLeft = left === `Bolt ${i}`;
    expect(isLeft || names.get(`Bolt ${i}`) === (i % 2 === 0 ? 'Steel' : 'Brass'), `Bolt ${i}`).toBe(true);
  }
});

it('an optimized model lists the names of instanced parts', async () => {
  const builder = new ModelBuilder();
  const paint = builder.material('Paint');
  for (let i = 0; i < 6; i += 1) {
    builder.place(`Cube ${i}`, builder.mesh('Cube', new BoxGeometry(), paint), [i * 3, 0, 0]);
  }
  const model = await optimized(builder.document);
  expect(drawnOf(model)).toHaveLength(1);
  expect(joinedIn(model).map(({ name }) => name)).toEqual(Array.from({ length: 6 }, (_, i) => `Cube ${i}`));
});

it('an optimized model lists no names if its parts keep them, or for phones', async () => {
  const few = new ModelBuilder();
  few.place('Left', few.mesh('Left', smallThing(1), few.material('Paint')));
  expect(joinedIn(await optimized(few.document))).toEqual([]);
  const { document } = manyBolts();
  await optimize(document, { target: 'mobile', purpose: 'asset' });
  const io = await createGltfIo();
  expect(joinedIn(await io.readGlb(await io.writeGlb(document)))).toEqual([]);
});
