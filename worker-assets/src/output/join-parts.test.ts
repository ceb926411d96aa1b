import { BoxGeometry } from 'three';
import { expect, it } from 'vitest';
import { drawnOf, optimized } from '../test/optimized.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { smallThing } from '../test/size-corpus/shapes.ts';

const MANY = 40;

it('leaves panes apart where walls become one, as panes are drawn from the far to the near', async () => {
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

it('leaves the parts of a model of 32 with their names', async () => {
  const builder = new ModelBuilder();
  const paint = builder.material('Paint');
  const names = Array.from({ length: 32 }, (_, i) => `Part ${i}`);
  for (const [i, name] of names.entries()) {
    builder.place(name, builder.mesh(name, smallThing(i), paint), [i * 2, 0, 0]);
  }
  const nodes = drawnOf(await optimized(builder.document));
  expect(nodes.map((node) => node.getName())).toEqual(names);
});
