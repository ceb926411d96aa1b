import { getBounds } from '@gltf-transform/core';
import { SphereGeometry } from 'three';
import { expect, it } from 'vitest';
import { drawnOf, optimized } from '../test/optimized.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';

it('meshes with the same positions but different scales keep their sizes', async () => {
  const builder = new ModelBuilder();
  const looks = { Red: { color: [1, 0, 0], size: 1 }, Blue: { color: [0, 0, 1], size: 0.1 } } as const;
  for (const [name, { color, size }] of Object.entries(looks)) {
    const mesh = builder.mesh(name, new SphereGeometry(1, 48, 32), builder.material(name, color));
    builder.place(name, mesh, [size * 4, 0, 0]).setScale([size, size, size]);
  }
  const nodes = drawnOf(await optimized(builder.document));
  expect(nodes.map((node) => node.getName())).toEqual(['Red', 'Blue']);
  const heights = nodes.map((node) => getBounds(node).max[1]);
  expect(heights[0]).toBeCloseTo(1, 3);
  expect(heights[1]).toBeCloseTo(0.1, 3);
});
