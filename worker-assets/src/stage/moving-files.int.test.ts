// @module-tag full
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import type { Document, Node } from '@gltf-transform/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { movingDae, movingUsd, skinnedDae, skinnedUsd } from '../test/moving-files.ts';
import { usdArchive } from '../test/other-format-files.ts';

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

/** The nodes that the first clip moves, with their final positions. */
function movements(document: Document) {
  const [clip] = document.getRoot().listAnimations();
  return (clip?.listChannels() ?? [])
    .filter((channel) => channel.getTargetPath() === 'translation')
    .map((channel) => {
      const output = channel.getSampler()?.getOutput();
      const element = (index: number) =>
        output?.getElement(index, []).map((value) => Math.round(value * 100) / 100);
      const count = output?.getCount() ?? 0;
      return { node: channel.getTargetNode()?.getName(), from: element(0), to: element(count - 1) };
    });
}

function seconds(document: Document): number {
  const times = document
    .getRoot()
    .listAnimations()
    .flatMap((clip) => clip.listSamplers().map((sampler) => sampler.getInput()));
  return Math.max(...times.map((input) => input?.getMax([])[0] ?? 0));
}

describe('an animation', () => {
  it.each([
    ['DAE', 'strip.dae', movingDae],
    ['USD', 'strip.usda', movingUsd],
  ])('is imported from a %s with its times and positions', async (_, name, make) => {
    const { document, description, report } = await importer.open({ [name]: make() });
    expect(description.triangles).toBe(4);
    expect(description.animations).toHaveLength(1);
    expect(movements(document)).toMatchObject([{ from: [0, 0, 0], to: [4, 0, 0] }]);
    expect(seconds(document)).toBeCloseTo(2, 2);
    expect(report.dropped).toEqual([]);
  });
});

describe('a skin', () => {
  it.each([
    ['DAE', 'strip.dae', skinnedDae, { from: [0, 0, 0], to: [4, 0, 0] }],
    ['USD', 'strip.usda', skinnedUsd, { from: [0, 1, 0], to: [0, 3, 0] }],
  ])('is imported from a %s with its bones and their animation', async (_, name, make, movement) => {
    const { document, description, report } = await importer.open({ [name]: make() });
    expect(description.triangles).toBe(4);
    const [skin] = document.getRoot().listSkins();
    expect(skin?.listJoints().map((joint: Node) => joint.getName())).toEqual([
      expect.stringContaining('Lower'),
      expect.stringContaining('Upper'),
    ]);
    const [primitive] = document.getRoot().listMeshes()[0]?.listPrimitives() ?? [];
    expect(primitive?.getAttribute('JOINTS_0')).toBeTruthy();
    expect(description.animations).toHaveLength(1);
    const upper = movements(document).filter(({ node }) => node?.includes('Upper'));
    expect(upper).toMatchObject([movement]);
    expect(report.dropped).toEqual([]);
  });
});

describe('morph targets', () => {
  const blend = {
    mesh: 'rel skel:blendShapeTargets = </Root/Wide>\n        uniform token[] skel:blendShapes = ["Wide"]',
    more: `def BlendShape "Wide"
    {
        uniform vector3f[] offsets = [(1, 0, 0)]
        uniform int[] pointIndices = [5]
    }`,
  };

  it.each([
    ['DAE', 'strip.dae', () => skinnedDae({ morph: true })],
    ['USD', 'strip.usda', () => skinnedUsd(blend)],
    ['USDZ archive', 'strip.usdz', () => usdArchive({ 'strip.usda': skinnedUsd(blend) })],
  ])('are omitted from a %s and reported', async (_, name, make) => {
    const { description, report } = await importer.open({ [name]: make() });
    expect(description.triangles).toBe(4);
    expect(inEnglish(report.dropped)).toEqual(['Morph targets, which are not supported in this format']);
  });
});
